package io.feedmill.cli.audit;

import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The items that followers must have: by the fan-out of a post after their follow, or by the follow. Keeps the newest posts of one author in memory. */
public final class ExpectedItems {
    private final FeedStore feeds;
    private final Guarantee guarantee;
    private final OpenFollowChanges pairs;
    private @Nullable UserId author;
    private Set<PostId> newest = Set.of();

    public ExpectedItems(AuditStores stores, Guarantee guarantee, OpenFollowChanges pairs) {
        this.feeds = stores.feeds();
        this.guarantee = guarantee;
        this.pairs = pairs;
    }

    /** Returns the items of these posts that the followers must have. */
    public List<ExpectedItem> of(UserId writer, List<Follower> followers, List<Truth.Live> posts) {
        return followers.stream()
                .filter(follower -> !follower.user().equals(writer))
                .filter(follower -> !pairs.isOpen(new Follow(follower.user(), writer)))
                .flatMap(follower -> posts.stream()
                        .filter(post -> post.item().reaches(follower.user()))
                        .filter(post -> isPlanned(follower, post) || isBrought(writer, follower, post))
                        .map(post -> ExpectedItem.of(follower, post)))
                .toList();
    }

    private boolean isPlanned(Follower follower, Truth.Live post) {
        return guarantee.includesFollower(follower.since(), post.item().post());
    }

    /** Whether the follow has brought the post. An import brings none. */
    private boolean isBrought(UserId writer, Follower follower, Truth.Live post) {
        Long tick = follower.tick();
        return tick != null
                && pairs.isSettled(new Follow(follower.user(), writer), tick)
                && newestOf(writer).contains(post.item().post());
    }

    /**
     * Counts all posts, also those that are gone: a follower may have read them when the home feed was reconciled. So each of these was among the
     * newest then, or came later, by its fan-out.
     */
    private Set<PostId> newestOf(UserId writer) {
        if (!writer.equals(author)) {
            newest = feeds.posts(writer, null, FollowStore.NEWEST, Consistency.STRONG).stream()
                    .map(AuthorPost::post)
                    .collect(Collectors.toSet());
            author = writer;
        }
        return newest;
    }
}
