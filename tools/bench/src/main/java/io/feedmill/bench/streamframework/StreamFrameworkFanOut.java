package io.feedmill.bench.streamframework;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.stack.Posts;
import io.feedmill.stack.load.StepFailure;

/**
 * Stream-Framework delivers posts. Its CPU is the workers'; what publishing takes is left out, as ours is.
 *
 * @param chunk followers of whom one task takes care
 */
public record StreamFrameworkFanOut(StreamFramework peer, Posts posts, int chunk) implements Contender {

    public static final String NAME = "Stream-Framework";

    @Override
    public String name() {
        return chunk == StreamFramework.CHUNK ? NAME : "%s, tasks of %,d".formatted(NAME, chunk);
    }

    @Override
    public Role role() {
        return Role.PEER;
    }

    @Override
    public Sample run() {
        peer.clear();
        Published published = peer.publish(posts, chunk);
        if (published.delivered() != posts.deliveries()) {
            throw new StepFailure("Stream-Framework delivered %,d instead of %,d."
                    .formatted(published.delivered(), posts.deliveries()));
        }
        return Sample.of(Metric.DELIVERIES_PER_SECOND, published.deliveriesPerSecond())
                .with(Metric.CPU_MICROS, published.micros(published.workerCpuSeconds()))
                .with(Metric.STORE_CPU_MICROS, published.micros(published.storeCpuSeconds()));
    }
}
