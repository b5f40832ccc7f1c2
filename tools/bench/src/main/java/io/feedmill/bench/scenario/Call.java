package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.work.Burst;
import java.util.function.IntConsumer;

/**
 * A call to Feedmill, one after the other.
 *
 * @param call makes the call of a number, counted from 0 in each round
 */
record Call(String name, int calls, IntConsumer call) implements Contender {
    @Override
    public Role role() {
        return Role.OURS;
    }

    @Override
    public Sample run() {
        Burst burst = Burst.of(calls, 1, call);
        return Sample.of(Metric.CALLS_PER_SECOND, burst.timing().perSecond(calls))
                .with(Metric.P50_MILLIS, burst.millis(0.5))
                .with(Metric.P99_MILLIS, burst.millis(0.99));
    }
}
