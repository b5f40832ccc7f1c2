package io.feedmill.common.feed;

import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;

/**
 * One post as it stands in a feed.
 *
 * @param cut whether {@code text} is only the beginning of the post's text
 * @param revision the version of the post that this item shows
 */
public record FeedItem(PostId post, String author, String text, boolean cut, long revision, Via via) {

    /** The item that shows a post, its text cut where the row would not fit into one write unit. */
    public static FeedItem of(Post post, Via via) {
        String text = ItemBudget.cut(post.text(), post.author());
        boolean cut = text.length() < post.text().length();
        return new FeedItem(post.id(), post.author(), text, cut, post.version(), via);
    }

    public FeedItem via(Via other) {
        return new FeedItem(post, author, text, cut, revision, other);
    }

    public FeedItem fullText(String full) {
        return new FeedItem(post, author, full, false, revision, via);
    }
}
