package io.feedmill.cli.command;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.MeteredCalls.UnitMeter;
import io.feedmill.common.storage.Backoff.Sleeper;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.TimeMeter;
import java.time.Duration;
import java.util.concurrent.atomic.DoubleAdder;

/**
 * A maximum rate of read units, or of write units. The cost of a call is known only after it, so it may overdraw the budget: the next one waits.
 * Unused units of up to one second are kept. Thread-safe.
 */
public final class UnitBudget implements UnitMeter {
    /** Eventually consistent reads cost half units. */
    private static final int TOKENS_PER_UNIT = 2;

    private final Bucket bucket;
    private final Sleeper sleeper;
    private final DoubleAdder consumed = new DoubleAdder();

    /** The sleeper is called before each call, also with zero. */
    public UnitBudget(int unitsPerSecond, TimeMeter time, Sleeper sleeper) {
        long tokens = (long) unitsPerSecond * TOKENS_PER_UNIT;
        this.bucket = Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(tokens)
                        .refillGreedy(tokens, Duration.ofSeconds(1))
                        .build())
                .withCustomTimePrecision(time)
                .build();
        this.sleeper = sleeper;
    }

    @Override
    public void beforeRead() {
        sleeper.sleep(Duration.ofNanos(bucket.estimateAbilityToConsume(1).getNanosToWaitForRefill()));
    }

    @Override
    public void consumed(Operation operation, String table, double units) {
        if (operation.isRead()) {
            consumed(units);
        }
    }

    /** Takes units from the budget that were consumed. */
    public void consumed(double units) {
        consumed.add(units);
        bucket.consumeIgnoringRateLimits((long) Math.ceil(units * TOKENS_PER_UNIT));
    }

    public double consumed() {
        return consumed.sum();
    }
}
