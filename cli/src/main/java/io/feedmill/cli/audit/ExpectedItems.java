package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Auditor.AuditRun;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The items that followers must have: by the fan-out of a post after their follow, or by the follow. Keeps the newest posts of one author in memory. */
final class ExpectedItems {
    private final AuditRun run;
    private @Nullable UserId author;
    private Set<PostId> newest = Set.of();

    ExpectedItems(AuditRun run) {
        this.run = run;
    }

    List<ExpectedItem> of(UserId writer, List<Follower> followers, List<Truth.Live> posts) {
        return followers.stream()
                .filter(follower -> !follower.user().equals(writer))
                .filter(follower -> !run.pairs().isOpen(new Follow(follower.user(), writer)))
                .flatMap(follower -> posts.stream()
                        .filter(post -> post.item().reaches(follower.user()))
                        .filter(post -> isPlanned(follower, post) || isBrought(writer, follower, post))
                        .map(post -> new ExpectedItem(follower.user(), post, follower.since())))
                .toList();
    }

    private boolean isPlanned(Follower follower, Truth.Live post) {
        return run.options()
                .guarantee()
                .includesFollower(follower.since(), post.item().post());
    }

    /** Whether the follow has brought the post. An import brings none. */
    private boolean isBrought(UserId writer, Follower follower, Truth.Live post) {
        Long tick = follower.tick();
        return tick != null
                && run.pairs().isSettled(new Follow(follower.user(), writer), tick)
                && newestOf(writer).contains(post.item().post());
    }

    /**
     * Counts all posts, also those that are gone: a follower may have read them when the home feed was reconciled. So each of these was among the
     * newest then, or came later, by its fan-out.
     */
    private Set<PostId> newestOf(UserId writer) {
        if (!writer.equals(author)) {
            newest = run.stores().feeds().posts(writer, null, FollowStore.NEWEST, Consistency.STRONG).stream()
                    .map(AuthorPost::post)
                    .collect(Collectors.toSet());
            author = writer;
        }
        return newest;
    }

    /** An item that must be in a user's home feed: what its author's feed says, and the tick of the follow; null: the user is the author. */
    record ExpectedItem(
            UserId user, Truth.Live live, @Nullable Long since) {
        /** The author's own item. It needs no follow and ignores permissions. */
        static ExpectedItem own(Truth.Live live) {
            return new ExpectedItem(live.item().author(), live, null);
        }

        FeedItem truth() {
            return live.item();
        }

        ItemKey key() {
            return new ItemKey(FeedName.home(user), truth().post());
        }

        Follow follow() {
            return new Follow(user, truth().author());
        }

        boolean isOwn() {
            return since == null;
        }

        /** Whether the truth read now still expects the same item, with the same permissions. */
        boolean isExpectedBy(@Nullable Truth truth) {
            return truth instanceof Truth.Live now
                    && now.item().version() == truth().version()
                    && (isOwn() || Objects.equals(now.change(), live.change()));
        }

        boolean isMetBy(FeedItem item) {
            boolean same = item.via(truth().via()).with(Audience.everyone()).equals(truth().with(Audience.everyone()));
            return same && (isOwn() || hasMark(item));
        }

        /** Whether an item that not everyone may read is marked so. A stricter mark than needed does no harm, and own items need none. */
        private boolean hasMark(FeedItem item) {
            return switch (truth().audience()) {
                case Audience.Everyone everyone -> true;
                case Audience.Followers followers -> !item.audience().isEveryone();
                case Audience.Users list -> item.audience() instanceof Audience.Users;
            };
        }
    }
}
