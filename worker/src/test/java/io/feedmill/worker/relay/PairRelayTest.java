package io.feedmill.worker.relay;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowChange;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.testkit.FakeQueue.Sent;
import io.feedmill.worker.relay.Relay.Relayed;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairRelayTest extends RelayFixture {
    private final Follow follow = new Follow(user("bob"), user("ann"));
    private final FollowChange followed =
            ((FollowResult.Followed) stores.follows().follow(follow)).change();

    private List<OutboxRow> rows(FollowChange change) {
        return stores.outbox().rows(change.shard(), clock.instant().plusSeconds(1), null, 1_000).rows().stream()
                .filter(row -> row.work().equals(change.work()))
                .toList();
    }

    private OutboxRow row(FollowChange change) {
        return rows(change).getFirst();
    }

    private boolean isResent(FollowChange change) {
        return isResent(row(change));
    }

    private boolean isResent(OutboxRow row) {
        return relay.relay(row, null) instanceof Relayed.Resent;
    }

    @Test
    void aFollowIsDueAfterThePatience() {
        clock.advance(PATIENCE);
        assertThat(isResent(followed)).isFalse();
        clock.advance(INSTANT);
        assertThat(isResent(followed)).isTrue();
        assertThat(queue.sent()).containsExactly(new Sent(Reconcile.of(followed), Duration.ZERO, clock.instant()));
    }

    @Test
    void anUnfollowIsDueAfterItsSecondLook() {
        FollowChange unfollowed = stores.follows().unfollow(follow).orElseThrow();
        clock.advance(UNFOLLOW.plus(PATIENCE));
        assertThat(isResent(unfollowed)).isFalse();
        clock.advance(INSTANT);
        assertThat(isResent(unfollowed)).isTrue();
    }

    @Test
    void resendsBackOff() {
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(isResent(followed)).isTrue();
        clock.advance(PATIENCE);
        assertThat(isResent(followed)).isFalse();
        clock.advance(INSTANT);
        assertThat(isResent(followed)).isTrue();
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(isResent(followed)).isFalse();
        assertThat(row(followed).resends()).isEqualTo(2);
    }

    @Test
    void ofTwoRelaysOneSends() {
        clock.advance(PATIENCE.plus(INSTANT));
        OutboxRow seenByBoth = row(followed);
        assertThat(isResent(seenByBoth)).isTrue();
        assertThat(isResent(seenByBoth)).isFalse();
        assertThat(queue.sent()).hasSize(1);
    }

    @Test
    void anEndedChangeIsNotSent() {
        clock.advance(PATIENCE.plus(INSTANT));
        OutboxRow row = row(followed);
        stores.follows().end(followed);
        assertThat(isResent(row)).isFalse();
        assertThat(rows(followed)).isEmpty();
        assertThat(queue.sent()).isEmpty();
    }
}
