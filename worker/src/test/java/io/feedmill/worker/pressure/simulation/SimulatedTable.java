package io.feedmill.worker.pressure.simulation;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** A table with DynamoDB's capacity: write units a second, with a burst of some seconds. Items above it are refused one by one. */
final class SimulatedTable {
    private final RandomGenerator random;
    private final double burstSeconds;
    private double unitsPerSecond;
    private double refusedAtRandom;
    private double tokens;
    private long at;

    SimulatedTable(double unitsPerSecond, Duration burst, RandomGenerator random) {
        this.unitsPerSecond = unitsPerSecond;
        this.burstSeconds = burst.toMillis() / 1e3;
        this.random = random;
    }

    double unitsPerSecond() {
        return unitsPerSecond;
    }

    void setCapacity(long now, double capacity) {
        refill(now);
        unitsPerSecond = capacity;
        refill(now);
    }

    /** Refuses this share of all requests at any capacity. */
    void refuseAtRandom(double share) {
        refusedAtRandom = share;
    }

    /** Returns the number of written units. */
    int write(long now, int units) {
        if (random.nextDouble() < refusedAtRandom) {
            return 0;
        }
        refill(now);
        int written = (int) Math.min(units, tokens);
        tokens -= written;
        return written;
    }

    private void refill(long now) {
        tokens = Math.min(unitsPerSecond * burstSeconds, tokens + (now - at) / 1e9 * unitsPerSecond);
        at = now;
    }
}
