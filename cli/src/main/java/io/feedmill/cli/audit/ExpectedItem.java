package io.feedmill.cli.audit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.Follower;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An item that must be in a user's home feed.
 *
 * @param truth the item in the author feed
 * @param change the job of the last change of the post; null if it never changed
 * @param since the tick of the follow; null: the user is the author
 */
public record ExpectedItem(
        UserId user,
        FeedItem truth,
        @Nullable JobId change,
        @Nullable Long since) {

    /** The author's own item. It needs no follow and ignores permissions. */
    public static ExpectedItem own(Truth.Live truth) {
        return new ExpectedItem(truth.item().author(), truth.item(), truth.change(), null);
    }

    static ExpectedItem of(Follower follower, Truth.Live truth) {
        return new ExpectedItem(follower.user(), truth.item(), truth.change(), follower.since());
    }

    /** The key in the home feed. */
    ItemKey key() {
        return new ItemKey(FeedName.home(user), truth.post());
    }

    Follow follow() {
        return new Follow(user, truth.author());
    }

    boolean isOwn() {
        return since == null;
    }

    /** Whether the truth read now still expects the same item, with the same permissions. */
    boolean isExpectedBy(@Nullable Truth now) {
        return now instanceof Truth.Live live
                && live.item().version() == truth.version()
                && (isOwn() || Objects.equals(live.change(), change));
    }

    /** Whether the item says what the truth says. */
    boolean isMetBy(FeedItem item) {
        return hasContent(item) && hasMark(item);
    }

    private boolean hasContent(FeedItem item) {
        return item.via(truth.via()).with(Audience.everyone()).equals(truth.with(Audience.everyone()));
    }

    /** Whether an item that not everyone may read is marked so. A stricter mark than needed does no harm, and own items need none. */
    private boolean hasMark(FeedItem item) {
        return isOwn()
                || switch (truth.audience()) {
                    case Audience.Everyone everyone -> true;
                    case Audience.Followers followers -> !item.audience().isEveryone();
                    case Audience.Users list -> item.audience() instanceof Audience.Users;
                };
    }
}
