package io.feedmill.worker.fanout;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dormant.DormancyPolicy;
import io.feedmill.common.follow.ReaderActivity;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DormantReadersTest {
    private static final Duration WEEK = Duration.ofDays(7);
    private static final UserId ANN = user("ann");
    private static final UserId BOB = user("bob");

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final List<List<UserId>> asked = new ArrayList<>();
    private Fault fault = new Fault.None();
    private final DormantReaders readers = new DormantReaders(
            stores.stores(this::record).readers(),
            stores.dormancy(),
            new SuspendSafeClock(clock::nanoTime, clock),
            Runnable::run);

    private Fault record(Call call) {
        asked.add(
                call.items().stream().map(item -> new UserId(item.partition())).toList());
        return fault;
    }

    private Set<UserId> passedOver() {
        PostId post = new PostId(Ticks.ofInstant(clock.instant()), "11111111111");
        return readers.of(post, List.of(ANN, BOB));
    }

    private void seen(UserId user) {
        ReaderActivity before = stores.readers().view(user).active();
        assertThat(stores.readers().seen(user, before, ReaderActivity.at(Ticks.ofInstant(clock.instant()))))
                .isTrue();
    }

    @Test
    void aNewTimeCountsAfterTwentyMinutes() {
        seen(ANN);
        stores.dormancy().set(Duration.ofDays(30));
        clock.advance(WEEK.plusDays(1));
        assertThat(passedOver()).isEmpty();
        stores.dormancy().set(WEEK);
        clock.advance(Duration.ofMinutes(20).minusNanos(1));
        assertThat(passedOver()).isEmpty();
        clock.advance(Duration.ofNanos(1));
        assertThat(passedOver()).containsExactly(ANN);
    }

    private void awayForAWeek() {
        seen(ANN);
        seen(BOB);
        asked.clear();
        stores.dormancy().set(WEEK);
        assertThat(passedOver()).isEmpty();
        assertThat(asked).as("no post of this time is passed over").isEmpty();
        clock.advance(WEEK.plusSeconds(31));
    }

    @Test
    void anActiveReaderIsReadOnce() {
        awayForAWeek();
        seen(ANN);
        assertThat(passedOver()).containsExactly(BOB);
        assertThat(passedOver()).containsExactly(BOB);
        assertThat(asked).containsExactly(List.of(ANN, BOB), List.of(BOB));
        clock.advance(WEEK);
        assertThat(passedOver()).containsExactly(BOB);
        clock.advance(Duration.ofSeconds(1));
        assertThat(passedOver()).containsExactlyInAnyOrder(ANN, BOB);
        assertThat(asked).endsWith(List.of(BOB), List.of(ANN, BOB));
    }

    @Test
    void whoHasNoRowGetsOneAndIsPassedOverLater() {
        stores.dormancy().set(WEEK);
        clock.advance(Duration.ofHours(1));
        assertThat(passedOver()).isEmpty();
        ReaderActivity noted = ReaderActivity.at(Ticks.ofInstant(clock.instant()));
        assertThat(stores.readers().active(List.of(ANN, BOB)))
                .containsOnly(Map.entry(ANN, noted), Map.entry(BOB, noted));
        clock.advance(WEEK.plusNanos(1));
        assertThat(passedOver()).containsExactlyInAnyOrder(ANN, BOB);
    }

    @Test
    void whoFollowsVeryManyIsReadOnceAndNeverPassedOver() {
        awayForAWeek();
        ReaderActivity before = stores.readers().view(ANN).active();
        ReaderActivity always = Objects.requireNonNull(before).rebuiltAlways(clock.instant(), DormancyPolicy.MARGIN);
        assertThat(stores.readers().seen(ANN, before, always)).isTrue();
        assertThat(passedOver()).containsExactly(BOB);
        clock.advance(WEEK.multipliedBy(50));
        assertThat(passedOver()).containsExactly(BOB);
        assertThat(asked).endsWith(List.of(BOB));
    }

    @Test
    void ifRowsCannotBeReadNobodyIsPassedOver() {
        awayForAWeek();
        fault = new Fault.Refused(Errors.noAnswer());
        assertThat(passedOver()).isEmpty();
    }
}
