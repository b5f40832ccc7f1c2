package io.feedmill.cli.command;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.Seeds;
import io.feedmill.testkit.SettableClock;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.PriorityQueue;
import java.util.Random;
import org.junit.jupiter.api.Test;

class UnitBudgetTest {
    private static final int PER_SECOND = 200;

    private final SettableClock clock = new SettableClock();
    private final List<Duration> waits = new ArrayList<>();
    private final UnitBudget budget = new UnitBudget(PER_SECOND, new Nanos(clock), this::sleep);

    private record Nanos(SettableClock clock) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return clock.nanoTime();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    private void sleep(Duration duration) {
        waits.add(duration);
        clock.advance(duration);
    }

    private void read(double units) {
        budget.beforeRead();
        budget.consumed(units);
    }

    private double seconds() {
        return clock.nanoTime() / 1e9;
    }

    @Test
    void aReadWaitsUntilTheOneBeforeItIsPaidFor() {
        read(PER_SECOND + 100);
        read(1);
        assertThat(waits.getFirst()).isZero();
        assertThat(waits.getLast()).isBetween(Duration.ofMillis(500), Duration.ofMillis(503));
    }

    @Test
    void aReadOfSeveralSecondsUnitsDelaysTheNextBySeveralSeconds() {
        read(PER_SECOND);
        read(PER_SECOND * 5);
        read(1);
        assertThat(seconds()).isBetween(5.0, 5.01);
    }

    @Test
    void halfUnitsAreCounted() {
        for (int i = 0; i < 2 * PER_SECOND; i++) {
            read(0.5);
        }
        assertThat(seconds()).isZero();
        assertThat(budget.consumed()).isEqualTo(PER_SECOND);
        read(0.5);
        read(0.5);
        assertThat(seconds()).isBetween(0.0025, 0.01);
    }

    @Test
    void unusedUnitsAreKeptForOneSecond() {
        clock.advance(Duration.ofHours(1));
        double before = seconds();
        for (int i = 0; i < 3 * PER_SECOND; i++) {
            read(1);
        }
        assertThat(seconds() - before).isBetween(1.98, 2.01);
    }

    /** Each reader waits for itself, and knows the cost of its own call only after it. */
    @Test
    void theRateHoldsForSeveralReadersTogether() {
        int readers = 8;
        Seeds.each(50, seed -> {
            SettableClock time = new SettableClock();
            Duration[] wait = {Duration.ZERO};
            UnitBudget shared = new UnitBudget(PER_SECOND, new Nanos(time), duration -> wait[0] = duration);
            Random random = new Random(seed);
            PriorityQueue<Long> answers = new PriorityQueue<>(Collections.nCopies(readers, 0L));
            while (time.nanoTime() < Duration.ofMinutes(1).toNanos()) {
                time.advance(Duration.ofNanos(answers.remove() - time.nanoTime()));
                shared.consumed((1 + random.nextInt(256)) / 2.0);
                double elapsed = time.nanoTime() / 1e9;
                assertThat(shared.consumed()).isLessThanOrEqualTo(PER_SECOND * (elapsed + 1) + 128 * readers);
                shared.beforeRead();
                answers.add(time.nanoTime() + wait[0].toNanos() + random.nextInt(20_000_000));
            }
            assertThat(shared.consumed()).isGreaterThan(PER_SECOND * 59);
        });
    }

    /** Over any time t at most N × (t + 1) and one read more. */
    @Test
    void theRateHoldsForAnyCosts() {
        Seeds.each(50, seed -> {
            SettableClock time = new SettableClock();
            UnitBudget bounded = new UnitBudget(PER_SECOND, new Nanos(time), time::advance);
            Random random = new Random(seed);
            while (time.nanoTime() < Duration.ofMinutes(1).toNanos()) {
                bounded.beforeRead();
                bounded.consumed((1 + random.nextInt(256)) / 2.0);
                time.advance(Duration.ofMillis(random.nextInt(20)));
                double elapsed = time.nanoTime() / 1e9;
                assertThat(bounded.consumed()).isLessThanOrEqualTo(PER_SECOND * (elapsed + 1) + 128);
            }
            assertThat(bounded.consumed()).isGreaterThan(PER_SECOND * 59);
        });
    }
}
