package io.feedmill.testkit.contract;

import io.feedmill.common.counter.CounterStore;
import io.feedmill.common.fanout.JobStore;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.follow.Follow;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.key.PostId;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.publish.PublishStore;
import io.feedmill.testkit.SettableClock;
import java.time.Instant;

/** Stores under test over one state, their clock, and what no store offers but time and crashes do. */
public interface Backend {

    SettableClock clock();

    PublishStore publishing();

    PostStore posts();

    FeedStore feeds();

    FollowStore follows();

    JobStore jobs();

    OutboxStore outbox();

    CounterStore counters();

    LedgerStore ledger();

    /** Lets a feed's row expire at a whole second. */
    void expire(FeedName feed, PostId post, Instant at);

    /** Leaves only the row {@code following:<follower>} of a relation. */
    void removeFollowersRow(Follow follow);

    /** Leaves only the row {@code followers:<author>} of a relation. */
    void removeFollowingRow(Follow follow);
}
