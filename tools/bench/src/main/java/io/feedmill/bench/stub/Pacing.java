package io.feedmill.bench.stub;

import java.time.Duration;
import java.util.function.LongSupplier;

/** The pace of a store, which may change while it serves: as fast as it can at first. Thread-safe. */
final class Pacing {
    private final LongSupplier nanoTime;
    private volatile Duration latency = Duration.ZERO;
    private volatile WriteBudget budget = WriteBudget.unbounded();

    Pacing(LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
    }

    void set(Pace pace) {
        latency = pace.latency();
        budget = pace.writeUnits() == 0
                ? WriteBudget.unbounded()
                : new WriteBudget(pace.writeUnits(), nanoTime.getAsLong());
    }

    Duration latency() {
        return latency;
    }

    /** Takes as many of the units as are left; how many that is. */
    int take(int units) {
        return budget.take(units, nanoTime.getAsLong());
    }
}
