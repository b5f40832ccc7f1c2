package io.feedmill.cli.audit;

import io.feedmill.common.dynamo.ReadMeter;
import io.feedmill.common.storage.Sleeper;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.DoubleAdder;
import java.util.function.LongSupplier;

/**
 * Keeps reads to so many read units a second. What a read costs is known behind it: it may run into debt, which the next one waits for. After a
 * pause a second's worth is free at once. Thread-safe.
 */
public final class ReadBudget implements ReadMeter {
    /** Eventually consistent reads cost halves. */
    private static final int TOKENS_PER_UNIT = 2;

    private final Bucket bucket;
    private final Sleeper sleeper;
    private final DoubleAdder consumed = new DoubleAdder();

    /**
     * A budget.
     *
     * @param nanoTime monotonic, as {@link System#nanoTime()}
     * @param sleeper asked before each read, to wait for nothing too
     */
    public ReadBudget(int unitsPerSecond, LongSupplier nanoTime, Sleeper sleeper) {
        long tokens = (long) unitsPerSecond * TOKENS_PER_UNIT;
        this.bucket = Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(tokens)
                        .refillGreedy(tokens, Duration.ofSeconds(1))
                        .build())
                .withCustomTimePrecision(new Monotonic(nanoTime))
                .build();
        this.sleeper = sleeper;
    }

    private record Monotonic(LongSupplier nanoTime) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return nanoTime.getAsLong();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    @Override
    public void beforeRead() {
        sleeper.sleep(Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill()));
    }

    @Override
    public void consumed(double units) {
        consumed.add(units);
        bucket.consumeIgnoringRateLimits((long) Math.ceil(units * TOKENS_PER_UNIT));
    }

    /** In all. */
    public double consumed() {
        return consumed.sum();
    }
}
