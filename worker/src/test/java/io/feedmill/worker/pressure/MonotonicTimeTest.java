package io.feedmill.worker.pressure;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.LongSupplier;
import org.junit.jupiter.api.Test;

class MonotonicTimeTest {
    private final SettableClock clock = new SettableClock();
    private final AtomicLong nanoTime = new AtomicLong(-7);
    private final LongSupplier nanos = PressureGate.since1970(clock, nanoTime::get);

    @Test
    void beginsAtTheClocksTime() {
        assertThat(Instant.ofEpochSecond(0, nanos.getAsLong())).isEqualTo(SettableClock.START);
    }

    @Test
    void followsTheMonotonicClockAndNeverStepsBack() {
        long start = nanos.getAsLong();
        clock.advance(Duration.ofHours(-1));
        nanoTime.addAndGet(5);
        assertThat(nanos.getAsLong()).isEqualTo(start + 5);
    }
}
