package io.feedmill.bench.stack;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;

/**
 * Feedmill delivers posts.
 *
 * @param name {@link #NAME}, unless a scenario has several
 */
public record Feedmill(String name, FanOut fanOut, Posts posts, CpuClock workersCpu, CpuClock storeCpu)
        implements Contender {
    public static final String NAME = "Feedmill";

    @Override
    public Role role() {
        return Role.OURS;
    }

    @Override
    public Sample run() {
        Duration workersBefore = workersCpu.read();
        Duration storeBefore = storeCpu.read();
        FanOut.Delivered delivered = fanOut.run(posts);
        if (delivered.deliveries() != posts.deliveries()) {
            throw new StepFailure(
                    "Delivered %,d instead of %,d.".formatted(delivered.deliveries(), posts.deliveries()));
        }
        return Sample.of(Metric.DELIVERIES_PER_SECOND, delivered.deliveriesPerSecond())
                .with(Metric.CPU_MICROS, micros(workersCpu.read().minus(workersBefore)))
                .with(Metric.STORE_CPU_MICROS, micros(storeCpu.read().minus(storeBefore)));
    }

    private double micros(Duration cpu) {
        return cpu.toNanos() / 1e3 / posts.deliveries();
    }
}
