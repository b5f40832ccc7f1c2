package io.feedmill.cli.audit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * An item that must be in a user's home feed.
 *
 * @param truth the item in the author feed
 * @param change the job of the last change of the post's permissions; null if they never changed
 */
record ExpectedItem(UserId user, FeedItem truth, @Nullable JobId change) {

    static ExpectedItem of(UserId user, Truth.Live truth) {
        return new ExpectedItem(user, truth.item(), truth.change());
    }

    /** The key in the home feed. */
    ItemKey key() {
        return new ItemKey(FeedName.home(user), truth.post());
    }

    /** The key of the truth in the author feed. */
    ItemKey source() {
        return new ItemKey(FeedName.author(truth.author()), truth.post());
    }

    Follow follow() {
        return new Follow(user, truth.author());
    }

    /** Whether it is in the author's own home feed, which needs no follow and ignores permissions. */
    boolean isOwn() {
        return user.equals(truth.author());
    }

    /** Whether the truth read now still expects the item, with the same permissions. */
    boolean isExpectedBy(@Nullable Truth now) {
        return now instanceof Truth.Live live && (isOwn() || Objects.equals(live.change(), change));
    }

    /** Whether the item equals the truth, or is newer. */
    boolean isMetBy(FeedItem item) {
        return item.revision() > truth.revision()
                || (item.revision() == truth.revision() && hasContent(item) && hasMark(item));
    }

    private boolean hasContent(FeedItem item) {
        return item.via(truth.via()).with(Audience.everyone()).equals(truth.with(Audience.everyone()));
    }

    /** Whether an item that not everyone may read is marked so. A mark that is not needed does no harm, and own items need none. */
    private boolean hasMark(FeedItem item) {
        return isOwn() || truth.audience().isEveryone() || !item.audience().isEveryone();
    }
}
