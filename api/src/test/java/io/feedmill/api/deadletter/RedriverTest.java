package io.feedmill.api.deadletter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerEntry.DeadLetters;
import io.feedmill.common.ledger.LedgerEntry.RedriveBegun;
import io.feedmill.common.ledger.LedgerEntry.Redriven;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.MemoryDeadLetterStore;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Race;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import io.feedmill.testkit.memory.Faults.Fault;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RedriverTest {
    private final StorageException broken = new StorageException(StorageException.Kind.TRANSIENT, "broken");
    private final SettableClock clock = new SettableClock();
    private final MemoryDeadLetterStore store = new MemoryDeadLetterStore(clock);
    private final MemoryStores stores = new MemoryStores(clock);
    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final List<LedgerEntry> entered = new ArrayList<>();
    private final Redriver redriver =
            redriver(stores.stores(new FaultRules().after(call -> entered())).ledger());

    private Redriver redriver(LedgerStore ledger) {
        DeadLetterBrowser browser = new DeadLetterBrowser(store, 1_000, clock);
        return new Redriver(browser, ledger, new ApiMetrics(registry), clock);
    }

    /** Adds messages; then a second passes. */
    private void deadLetter(String reason, int count) {
        IntStream.range(0, count).forEach(i -> store.add(Queue.DELIVER, reason, reason + " " + i));
        clock.advance(Duration.ofSeconds(1));
    }

    private RedriveRequest request(@Nullable String reason, int rate, boolean dryRun) {
        return new RedriveRequest(Queue.DELIVER, reason, rate, dryRun, clock.instant());
    }

    /** After each entry, so that they are in their order: the ledger has none within a second. */
    private synchronized void entered() {
        Ledgers.entries(stores.ledger(), QuarterHour.of(SettableClock.START)).stream()
                .filter(entry -> !entered.contains(entry))
                .forEach(entered::add);
    }

    private static void check(Redriver.RedriveOutcome response, int matched, int moved, boolean complete) {
        assertThat(response.matched()).isEqualTo(matched);
        assertThat(response.moved()).isEqualTo(moved);
        assertThat(response.complete()).isEqualTo(complete);
    }

    @Test
    void movesMatchingMessagesAndLeavesTheRest() {
        deadLetter("not-json", 12);
        deadLetter("no-such-job", 7);
        store.add(Queue.PUBLISH, "no-such-job", "of another queue");
        check(redriver.redrive(request("no-such-job", 1_000, false)), 7, 7, true);
        assertThat(store.redriven()).hasSize(7).allSatisfy(message -> {
            assertThat(message.queue()).isEqualTo(Queue.DELIVER);
            assertThat(message.body()).startsWith("no-such-job");
        });
        assertThat(store.bodies(Queue.DELIVER)).hasSize(12);
        assertThat(store.bodies(Queue.PUBLISH)).hasSize(1);
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
    }

    @Test
    void movesNoMessageTwice() {
        deadLetter("not-json", 3);
        RedriveRequest request = request(null, 1_000, false);
        store.add(Queue.DELIVER, "not-json", "died while the redrive went on");
        check(redriver.redrive(request), 3, 3, true);
        clock.advance(Duration.ofMinutes(1));
        check(redriver.redrive(request), 0, 0, true);
        assertThat(store.bodies(Queue.DELIVER)).containsExactly("died while the redrive went on");
    }

    @Test
    void aDryRunOnlyCounts() {
        deadLetter("not-json", 12);
        check(redriver.redrive(request("not-json", 1, true)), 12, 0, true);
        assertThat(store.redriven()).isEmpty();
        assertThat(entered).isEmpty();
    }

    @Test
    void keepsToItsRate() {
        deadLetter("not-json", 100);
        Instant begin = clock.instant();
        redriver.redrive(request(null, 50, false));
        assertThat(Duration.between(begin, clock.instant())).isEqualTo(Duration.ofMillis(1_800));
    }

    @Test
    void endsInTimeAndReportsThatItIsIncomplete() {
        deadLetter("not-json", 33);
        RedriveRequest request = request(null, 1, false);
        Redriver.RedriveOutcome first = redriver.redrive(request);
        assertThat(first.moved()).isEqualTo(20);
        assertThat(first.complete()).isFalse();
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
        check(redriver.redrive(request), 13, 13, true);
        assertThat(store.redriven()).hasSize(33).doesNotHaveDuplicates();
    }

    @Test
    void leavesMessagesThatCannotBeMoved() {
        deadLetter("not-json", 25);
        store.stick(message -> message.body().endsWith("7"));
        check(redriver.redrive(request(null, 1_000, false)), 25, 23, false);
        assertThat(store.bodies(Queue.DELIVER)).containsExactly("not-json 7", "not-json 17");
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
    }

    @Test
    void concurrentRedrivesMoveEachMessageOnce() {
        deadLetter("not-json", 200);
        RedriveRequest request = request(null, 1_000, false);
        int moved = Race.of(4, () -> redriver.redrive(request)).stream()
                .mapToInt(Redriver.RedriveOutcome::moved)
                .sum();
        assertThat(moved).isEqualTo(200);
        assertThat(store.redriven()).hasSize(200).doesNotHaveDuplicates();
    }

    @Test
    void writesItsStartAndItsEndToTheLedger() {
        deadLetter("not-json", 3);
        redriver.redrive(request("not-json", 50, false));
        DeadLetters messages = new DeadLetters("deliver", "not-json", 50);
        Instant at = SettableClock.START.plusSeconds(1);
        assertThat(entered).containsExactly(new RedriveBegun(messages, at), new Redriven(messages, at, 3));
        assertThat(registry.counter(Event.DEAD_LETTERS_REDRIVEN.metric(), "queue", "deliver")
                        .count())
                .isEqualTo(3);
    }

    @Test
    void writesTheMovedMessagesOfAFailedRedriveToTheLedger() {
        deadLetter("not-json", 30);
        RedriveRequest request = request(null, 1_000, false);
        store.stick(message -> {
            if (message.body().endsWith(" 17")) {
                throw broken;
            }
            return false;
        });
        assertThatThrownBy(() -> redriver.redrive(request)).isSameAs(broken);
        assertThat(entered)
                .last()
                .isInstanceOfSatisfying(
                        Redriven.class, entry -> assertThat(entry.moved()).isEqualTo(10));
        assertThat(store.inFlight(Queue.DELIVER)).isZero();
        assertThat(store.bodies(Queue.DELIVER)).hasSize(20);
    }

    @Test
    void movesNothingWithoutTheLedger() {
        deadLetter("not-json", 3);
        FaultRules refusing = new FaultRules().always(any -> true, any -> new Fault.Refused(broken));
        Redriver unledgered = redriver(stores.stores(refusing).ledger());
        assertThatThrownBy(() -> unledgered.redrive(request(null, 50, false))).isSameAs(broken);
        assertThat(store.redriven()).isEmpty();
    }
}
