package io.feedmill.api.feed;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.outbox.NoteStore.Claim;
import io.feedmill.common.outbox.NoteStore.Note;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WatermarkTest {
    private static final Instant NOON = Instant.parse("2026-11-25T12:00:00Z");

    private final AtomicInteger reads = new AtomicInteger();
    private final FaultRules calls = new FaultRules().before(call -> reads.incrementAndGet());
    private final MemoryStores stores = new MemoryStores(Clock.fixed(NOON, ZoneOffset.UTC));
    private boolean clockIsRight = true;
    private final SettableClock time = new SettableClock();
    private final Watermark watermark = new Watermark(
            stores.stores(calls).notes(),
            stores.stores(calls).follows(),
            1,
            () -> clockIsRight,
            new SuspendSafeClock(time::nanoTime, time),
            time,
            Duration.ofSeconds(2));

    @BeforeEach
    void note() {
        note(NOON);
    }

    private void note(Instant note) {
        stores.notes().raise(Map.of(0, new Note(note)));
    }

    private void pass(Duration duration) {
        time.advance(duration);
    }

    @Test
    void theNotesAreReadTwiceASecondAndOnlyWhilePagesAsk() {
        assertThat(reads).hasValue(0);
        assertThat(watermark.completeUntil()).isEqualTo(NOON);
        note(NOON.plusSeconds(1));
        pass(Duration.ofMillis(499));
        assertThat(watermark.completeUntil()).isEqualTo(NOON);
        assertThat(reads).hasValue(1);
        pass(Duration.ofMillis(1));
        assertThat(watermark.completeUntil()).isEqualTo(NOON.plusSeconds(1));
        pass(Duration.ofHours(1));
        assertThat(reads).hasValue(2);
    }

    /** Pages of others ask nobody; one that cannot ask is held. */
    @Test
    void anOpenJobHoldsThePagesOfFollowersOfItsAuthor() {
        Claim none = Objects.requireNonNull(watermark.claim());
        int before = reads.get();
        assertThat(watermark.completeUntil(none, user("bob"))).isEqualTo(NOON);
        assertThat(reads).hasValue(before);
        stores.follows().follow(new Follow(user("bob"), user("ann")));
        Instant now = NOON.plusSeconds(60);
        stores.notes().raise(Map.of(0, new Note(now, user("ann"), NOON.plusSeconds(5))));
        pass(Duration.ofSeconds(1));
        Claim claim = Objects.requireNonNull(watermark.claim());
        assertThat(watermark.completeUntil(claim, user("bob"))).isEqualTo(NOON.plusSeconds(5));
        assertThat(watermark.completeUntil(claim, user("carl"))).isEqualTo(now);
        assertThat(watermark.completeUntil()).isEqualTo(NOON.plusSeconds(5));
        calls.before(call -> {
            throw new StorageException(Kind.PERMANENT, "no table");
        });
        assertThat(watermark.completeUntil(claim, user("carl"))).isEqualTo(NOON.plusSeconds(5));
    }

    @Test
    void aProcessWhoseClockIsWrongSaysNothing() {
        clockIsRight = false;
        assertThat(watermark.completeUntil()).isNull();
        clockIsRight = true;
        assertThat(watermark.completeUntil()).isEqualTo(NOON);
    }

    @Test
    void whatWasReadBeforeAFailureStaysTrue() {
        calls.refuse(call -> true, Kind.REJECTED);
        assertThat(watermark.completeUntil()).isNull();
        calls.clear();
        pass(Duration.ofSeconds(1));
        assertThat(watermark.completeUntil()).isEqualTo(NOON);
        calls.refuse(call -> true, Kind.REJECTED);
        pass(Duration.ofSeconds(1));
        assertThat(watermark.completeUntil()).isEqualTo(NOON);
        assertThat(reads).hasValue(3);
    }

    /** One page waits for a moment, the others not at all. */
    @Test
    void aSlowReadDelaysNoPage() {
        assertThat(watermark.completeUntil()).isEqualTo(NOON);
        CompletableFuture<Void> slow = new CompletableFuture<>();
        calls.before(call -> slow.join());
        note(NOON.plusSeconds(9));
        pass(Duration.ofSeconds(1));
        assertThat(Stream.generate(watermark::completeUntil).limit(100).filter(Objects::nonNull))
                .hasSize(100)
                .containsOnly(NOON);
        assertThat(reads).hasValue(2);
        slow.complete(null);
    }

    /** A loaded machine may start the read only when nobody waits for it any more. */
    @Test
    void aReadIsMadeEvenIfNoPageWaitsForIt() {
        Watermark impatient = new Watermark(
                stores.stores(calls).notes(),
                stores.stores(calls).follows(),
                1,
                () -> clockIsRight,
                new SuspendSafeClock(time::nanoTime, time),
                time,
                Duration.ZERO);
        for (int second = 1; second <= 1_000; second++) {
            Instant note = NOON.plusSeconds(second);
            note(note);
            await().atMost(Duration.ofSeconds(10))
                    .pollDelay(Duration.ZERO)
                    .pollInterval(Duration.ofMillis(1))
                    .until(() -> {
                        pass(Duration.ofSeconds(1)); // the read before may end only now
                        return note.equals(impatient.completeUntil());
                    });
        }
    }
}
