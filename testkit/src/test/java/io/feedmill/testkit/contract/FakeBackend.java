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
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.SettableClock;
import java.time.Instant;

final class FakeBackend implements Backend {
    private final SettableClock clock = new SettableClock();
    private final FakeStores stores = new FakeStores(clock);

    @Override
    public SettableClock clock() {
        return clock;
    }

    @Override
    public PublishStore publishing() {
        return stores.publishing();
    }

    @Override
    public PostStore posts() {
        return stores.posts();
    }

    @Override
    public FeedStore feeds() {
        return stores.feeds();
    }

    @Override
    public FollowStore follows() {
        return stores.follows();
    }

    @Override
    public JobStore jobs() {
        return stores.jobs();
    }

    @Override
    public OutboxStore outbox() {
        return stores.outbox();
    }

    @Override
    public CounterStore counters() {
        return stores.counters();
    }

    @Override
    public LedgerStore ledger() {
        return stores.ledger();
    }

    @Override
    public void expire(FeedName feed, PostId post, Instant at) {
        stores.expire(feed, post, at);
    }

    @Override
    public void removeFollowersRow(Follow follow) {
        stores.removeFollowersRow(follow);
    }

    @Override
    public void removeFollowingRow(Follow follow) {
        stores.removeFollowingRow(follow);
    }
}
