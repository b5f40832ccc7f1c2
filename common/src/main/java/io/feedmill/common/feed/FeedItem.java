package io.feedmill.common.feed;

import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import org.jspecify.annotations.Nullable;

/**
 * A post in a feed, by the version that this item shows. Its text is cut or its data left out if {@code cut}. The audience is who may read it, as its
 * author's feed has it; a home feed's item has no list, but nobody instead.
 */
public record FeedItem(
        PostId post, UserId author, Content content, boolean cut, long version, Via via, Audience audience, Mode mode) {

    /** The item that shows a post, cut if the row would not fit into one write unit. */
    public static FeedItem of(Post post, Via via) {
        Content said = post.content().withoutMentions();
        Content content = ItemBudget.fit(said, post.author());
        boolean cut = !content.equals(said);
        return new FeedItem(post.id(), post.author(), content, cut, post.version(), via, post.audience(), post.mode());
    }

    public String text() {
        return content.text();
    }

    /** The client's JSON object; null: none, or left out. */
    public @Nullable String data() {
        return content.data();
    }

    /** The place of its row in the author's feed, the source of truth. */
    public ItemKey source() {
        return new ItemKey(FeedName.author(author), post);
    }

    public FeedItem via(Via other) {
        return new FeedItem(post, author, content, cut, version, other, audience, mode);
    }

    /** Whether it belongs into the home feed of this follower or of the author. One on read belongs into no follower's. */
    public boolean reaches(UserId user) {
        return user.equals(author) || (mode == Mode.PUSH && audience.admits(user));
    }

    public FeedItem with(Audience other) {
        return new FeedItem(post, author, content, cut, version, via, other, mode);
    }

    /** The item with all that its version says, but for its mentions. */
    public FeedItem whole(Content all) {
        return new FeedItem(post, author, all.withoutMentions(), false, version, via, audience, mode);
    }

    /** The reason why an item is in a feed. */
    public enum Via implements LowerCaseName {
        /** The feed's owner wrote it. */
        SELF,
        /** The feed's owner follows its author. */
        FOLLOW,
        /** Everyone sees it. Pages show it so, and no row is. */
        ANNOUNCEMENT;
    }
}
