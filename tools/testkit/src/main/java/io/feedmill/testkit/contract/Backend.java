package io.feedmill.testkit.contract;

import io.feedmill.common.feed.FeedName;
import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import java.time.Instant;

/** The stores under test, their clock, and changes that only time or a crash makes. */
public interface Backend {

    SettableClock clock();

    Stores stores();

    /** Sets the expiry of a feed's row, a whole second. */
    void expire(FeedName feed, PostId post, Instant at);

    /** Leaves only the row {@code following:<follower>} of a relation. */
    void removeFollowersRow(Follow follow);

    /** Leaves only the row {@code followers:<author>} of a relation. */
    void removeFollowingRow(Follow follow);

    /** Loses the work of the change. */
    void removeOutboxRow(FollowChange change);
}
