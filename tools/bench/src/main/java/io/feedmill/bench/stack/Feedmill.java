package io.feedmill.bench.stack;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.stack.load.StepFailure;
import java.time.Duration;

/**
 * Feedmill delivers posts.
 *
 * @param name {@link #NAME}, or what sets it apart where there are several
 * @param workersCpu what a delivery costs us
 * @param storeCpu what it costs the store that keeps it
 */
public record Feedmill(String name, FanOut fanOut, Posts posts, CpuClock workersCpu, CpuClock storeCpu)
        implements Contender {
    public static final String NAME = "Feedmill";

    @Override
    public Role role() {
        return Role.OURS;
    }

    /**
     * A round.
     *
     * @param delivered what became of its posts
     */
    public record Round(Sample sample, Delivered delivered) {}

    @Override
    public Sample run() {
        return round().sample();
    }

    /** As {@link #run()}, for those who want to know more of it. */
    public Round round() {
        Duration worked = workersCpu.read();
        Duration stored = storeCpu.read();
        Delivered delivered = fanOut.run(posts);
        if (delivered.deliveries() != posts.deliveries()) {
            throw new StepFailure(
                    "Delivered %,d instead of %,d.".formatted(delivered.deliveries(), posts.deliveries()));
        }
        Sample sample = Sample.of(Metric.DELIVERIES_PER_SECOND, delivered.deliveriesPerSecond())
                .with(Metric.CPU_MICROS, micros(workersCpu.read().minus(worked)))
                .with(Metric.STORE_CPU_MICROS, micros(storeCpu.read().minus(stored)));
        return new Round(sample, delivered);
    }

    private double micros(Duration cpu) {
        return cpu.toNanos() / 1e3 / posts.deliveries();
    }
}
