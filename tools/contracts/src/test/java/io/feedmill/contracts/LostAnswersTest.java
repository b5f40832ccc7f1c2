package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.notification.Notification;
import io.feedmill.common.notification.Notification.Actor;
import io.feedmill.common.notification.NotificationKey;
import io.feedmill.common.notification.NotificationStore;
import io.feedmill.common.notification.NotificationStore.Marks;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** A write of notifications whose answer is lost is done once, also if another write comes before its repetition. */
class LostAnswersTest {
    private static final UserId ANN = user("ann");
    private static final UserId BEN = user("ben");
    private static final UserId CID = user("cid");
    private static final NotificationKey GROUP = new NotificationKey(ANN, "like", "it");

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final FaultRules faults = new FaultRules();
    private final NotificationStore unlucky = stores.stores(faults).notifications();

    private static void refresh(NotificationStore store, UserId actor, Map<UserId, Long> standing) {
        store.refresh(GROUP, Set.of(actor), actors -> standing);
    }

    /** The first write is carried out, and its answer lost; before the second attempt, this happens. */
    private void loseAnAnswer(Runnable before) {
        fail(new Fault.AnswerLost(Errors.noAnswer()), before);
    }

    private void fail(Fault first, Runnable before) {
        faults.add(LostAnswersTest::isWrite, 1, call -> first).add(LostAnswersTest::isWrite, 1, call -> {
            before.run();
            return new Fault.None();
        });
    }

    private static boolean isWrite(Call call) {
        return !call.operation().isRead();
    }

    private Notification stored() {
        return stores.notifications().page(ANN, 0, null, 10).items().getFirst();
    }

    private long now() {
        return Ticks.ofInstant(clock.instant());
    }

    @Test
    void newsIsWrittenOnce() {
        loseAnAnswer(() -> {});
        refresh(unlucky, BEN, Map.of(BEN, 5L));
        assertThat(stored().at()).isEqualTo(now());
        assertThat(stores.notifications().marks(ANN)).isEqualTo(new Marks(now(), 0));
    }

    /** A service's event has no cause from which it could be read again. */
    @Test
    void anEventThatIsOvertakenIsAddedOnce() {
        loseAnAnswer(() -> {
            clock.advance(Duration.ofSeconds(1));
            stores.notifications().add(GROUP, CID, "{\"n\":2}", 6);
        });
        unlucky.add(GROUP, BEN, "{\"n\":1}", 5);
        assertThat(stored().actors()).containsExactly(new Actor(CID, 6), new Actor(BEN, 5));
        assertThat(stored().data()).isEqualTo("{\"n\":2}");
        assertThat(stored().at()).isEqualTo(now());
    }

    @Test
    void aChangeOfActorsThatIsOvertakenUndoesNothing() {
        refresh(unlucky, BEN, Map.of(BEN, 5L));
        loseAnAnswer(() -> refresh(stores.notifications(), CID, Map.of(CID, 4L)));
        refresh(unlucky, BEN, Map.of());
        assertThat(stored().actors()).containsExactly(new Actor(CID, 4));
        assertThat(stored().newest()).isEqualTo(5);
    }

    @Test
    void aChangeThatNeverArrivedAndIsOvertakenIsMadeAgain() {
        refresh(unlucky, BEN, Map.of(BEN, 5L));
        fail(
                new Fault.AppliedLater(Errors.noAnswer(), never -> {}),
                () -> refresh(stores.notifications(), CID, Map.of(CID, 4L)));
        refresh(unlucky, BEN, Map.of());
        assertThat(stored().actors()).containsExactly(new Actor(CID, 4));
    }

    @Test
    void aReadThatComesLateDoesNotUndoALaterOne() {
        refresh(unlucky, BEN, Map.of(BEN, 5L));
        List<Runnable> late = new ArrayList<>();
        fail(new Fault.AppliedLater(Errors.noAnswer(), late::add), () -> {});
        unlucky.read(GROUP);
        refresh(unlucky, BEN, Map.of(BEN, 6L));
        unlucky.read(GROUP);
        assertThat(late).hasSize(1).allSatisfy(Runnable::run);
        assertThat(stored().read()).isTrue();
    }

    @Test
    void whatIsReadAndSeenDoesNotCoverNewsInBetween() {
        refresh(unlucky, BEN, Map.of(BEN, 5L));
        long seen = stored().at();
        clock.advance(Duration.ofSeconds(1));
        loseAnAnswer(() -> refresh(stores.notifications(), CID, Map.of(CID, 6L)));
        assertThat(unlucky.read(GROUP)).isTrue();
        assertThat(stored().read()).isFalse();
        clock.advance(Duration.ofSeconds(1));
        loseAnAnswer(() -> refresh(stores.notifications(), BEN, Map.of(BEN, 7L)));
        unlucky.see(ANN, seen + 1);
        assertThat(stores.notifications().marks(ANN)).isEqualTo(new Marks(now(), seen + 1));
    }
}
