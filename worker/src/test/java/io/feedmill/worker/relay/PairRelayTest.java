package io.feedmill.worker.relay;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.FollowStore.FollowResult;
import io.feedmill.common.follow.Reconcile;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.testkit.FakeQueue.Sent;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class PairRelayTest extends RelayFixture {
    private final Follow follow = new Follow(user("bob"), user("ann"));
    private final PairChange followed =
            ((FollowResult.Followed) stores.follows().follow(follow)).change();

    private List<PairRow> rows(PairChange change) {
        return stores.outbox().rows(change.shard(), clock.instant().plusSeconds(1), null, 1_000).pairs().stream()
                .filter(row -> row.pair().equals(change))
                .toList();
    }

    private PairRow row(PairChange change) {
        return rows(change).getFirst();
    }

    @Test
    void aFollowIsDueAfterThePatience() {
        clock.advance(PATIENCE);
        assertThat(relay.isDue(row(followed))).isFalse();
        clock.advance(INSTANT);
        assertThat(relay.isDue(row(followed))).isTrue();
        assertThat(relay.relay(row(followed))).isTrue();
        assertThat(queue.sent()).containsExactly(new Sent(Reconcile.of(followed), Duration.ZERO, clock.instant()));
    }

    @Test
    void anUnfollowIsDueAfterItsSecondLook() {
        PairChange unfollowed = stores.follows().unfollow(follow).orElseThrow();
        clock.advance(UNFOLLOW.plus(PATIENCE));
        assertThat(relay.isDue(row(unfollowed))).isFalse();
        clock.advance(INSTANT);
        assertThat(relay.isDue(row(unfollowed))).isTrue();
    }

    @Test
    void resendsBackOff() {
        clock.advance(PATIENCE.plus(INSTANT));
        relay.relay(row(followed));
        clock.advance(PATIENCE);
        assertThat(relay.isDue(row(followed))).isFalse();
        clock.advance(INSTANT);
        assertThat(relay.relay(row(followed))).isTrue();
        clock.advance(PATIENCE.plus(INSTANT));
        assertThat(relay.isDue(row(followed))).isFalse();
        assertThat(row(followed).resends()).isEqualTo(2);
    }

    @Test
    void ofTwoRelaysOneSends() {
        PairRow seenByBoth = row(followed);
        assertThat(relay.relay(seenByBoth)).isTrue();
        assertThat(relay.relay(seenByBoth)).isFalse();
        assertThat(queue.sent()).hasSize(1);
    }

    @Test
    void anEndedChangeIsNotSent() {
        PairRow row = row(followed);
        stores.follows().end(followed);
        assertThat(relay.relay(row)).isFalse();
        assertThat(rows(followed)).isEmpty();
        assertThat(queue.sent()).isEmpty();
    }
}
