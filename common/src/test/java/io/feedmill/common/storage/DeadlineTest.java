package io.feedmill.common.storage;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class DeadlineTest {
    private long now;

    /** {@link System#nanoTime()} has any origin and may overflow. */
    @ParameterizedTest
    @ValueSource(longs = {0, -5_000_000_000L, Long.MAX_VALUE - 1_000_000_000L, Long.MIN_VALUE})
    void hasRoomForWhatEndsInTime(long start) {
        now = start;
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), () -> now);
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
        Deadline deadline = Deadline.in(Duration.ofSeconds(10), () -> now);
        deadline.pullIn(Duration.ofSeconds(4));
        assertThat(deadline.hasRoomFor(Duration.ofSeconds(4))).isTrue();
        assertThat(deadline.hasRoomFor(Duration.ofNanos(4_000_000_001L))).isFalse();
        deadline.pullIn(Duration.ofSeconds(20));
        assertThat(deadline.hasRoomFor(Duration.ofNanos(4_000_000_001L))).isFalse();
    }
}
