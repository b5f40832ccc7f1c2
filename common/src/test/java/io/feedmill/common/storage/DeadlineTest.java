package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {
    private long now;

    /** {@link System#nanoTime()} has any origin and may overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 1_000_000_000L, Long.MIN_VALUE})
    void hasRoomForWhatEndsInTime(long start) {
        now = start;
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), new SuspendSafeClock(() -> now, () -> Instant.EPOCH));
        now += Duration.ofSeconds(5).toNanos();
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(5))).isTrue();
        now++;
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(5))).isFalse();
        now += Duration.ofSeconds(5).toNanos();
        assertThat(deadline.hasRoomFor(Duration.ZERO)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 1_000_000_000L, Long.MIN_VALUE})
    void canOnlyMoveCloser(long start) {
        now = start;
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), new SuspendSafeClock(() -> now, () -> Instant.EPOCH));
        deadline.pullIn(Duration.ofSeconds(4));
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(4))).isTrue();
        assertThat(deadline.hasRoomFor(Duration.ofNanos(4_000_000_001L))).isFalse();
        deadline.pullIn(Duration.ofSeconds(20));
        assertThat(deadline.hasRoomFor(Duration.ofNanos(4_000_000_001L))).isFalse();
    }

    /** A suspended machine's monotonic clock stands still; a wall clock may be set back. */
    @Test
    void goesByTheLaterOfTwoClocks() {
        AtomicReference<Instant> wall = new AtomicReference<>(Instant.EPOCH);
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), new SuspendSafeClock(() -> now, wall::get));
        wall.set(Instant.EPOCH.plusSeconds(8));
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(3))).isFalse();
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(2))).isTrue();
        wall.set(Instant.EPOCH.minusSeconds(3_600));
        now += Duration.ofSeconds(9).toNanos();
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(2))).isFalse();
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(1))).isTrue();
    }
}
