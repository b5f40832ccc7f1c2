package io.feedmill.testkit.contract;

import io.feedmill.common.feed.FeedName;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.PairChange;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.FakeStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Stores;
import java.time.Instant;

final class FakeBackend implements Backend {
    private final SettableClock clock = new SettableClock();
    private final FakeStores fakes = new FakeStores(clock);

    @Override
    public SettableClock clock() {
        return clock;
    }

    @Override
    public Stores stores() {
        return fakes.stores();
    }

    @Override
    public void expire(FeedName feed, PostId post, Instant at) {
        fakes.expire(feed, post, at);
    }

    @Override
    public void removeFollowersRow(Follow follow) {
        fakes.removeFollowersRow(follow);
    }

    @Override
    public void removeFollowingRow(Follow follow) {
        fakes.removeFollowingRow(follow);
    }

    @Override
    public void removeOutboxRow(PairChange change) {
        fakes.removeOutboxRow(change);
    }
}
