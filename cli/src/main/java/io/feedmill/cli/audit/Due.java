package io.feedmill.cli.audit;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.ItemKey;
import io.feedmill.common.feed.Truth;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * That a user has to have a post, as its author's feed says it.
 *
 * @param change the job of the last change of who may read it; null: there was none
 */
record Due(UserId user, FeedItem truth, @Nullable JobId change) {

    static Due of(UserId user, Truth.Live truth) {
        return new Due(user, truth.item(), truth.change());
    }

    /** Where it has to be. */
    ItemKey item() {
        return new ItemKey(FeedName.home(user), truth.post());
    }

    /** Where the truth is. */
    ItemKey source() {
        return new ItemKey(FeedName.author(truth.author()), truth.post());
    }

    Follow follow() {
        return new Follow(user, truth.author());
    }

    /** Whether this is still said by the same audience: rows come and go with it. Its author has the post whatever the audience. */
    boolean isStillSaidBy(@Nullable Truth now) {
        return now instanceof Truth.Live live && (own() || Objects.equals(live.change(), change));
    }

    /** Whether it is the author's own home feed, in which the post is without a follow. */
    boolean own() {
        return user.equals(truth.author());
    }

    /** Whether this item says what it should, or something newer. */
    boolean isMetBy(FeedItem item) {
        return item.revision() > truth.revision() || (item.revision() == truth.revision() && says(item) && keeps(item));
    }

    private boolean says(FeedItem item) {
        return item.via(truth.via()).with(Audience.everyone()).equals(truth.with(Audience.everyone()));
    }

    /** Whether it is marked where not everyone may read: a mark too many does no harm, and in one's own feed none is needed. */
    private boolean keeps(FeedItem item) {
        return own() || truth.audience().isEveryone() || !item.audience().isEveryone();
    }
}
