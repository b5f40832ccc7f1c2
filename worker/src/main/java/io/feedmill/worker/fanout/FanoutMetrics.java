package io.feedmill.worker.fanout;

import static io.feedmill.worker.metrics.Counters.counter;

import io.feedmill.common.fanout.Job;
import io.feedmill.worker.relay.RelayMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import org.springframework.stereotype.Component;

/** The metrics of fan-out jobs. All are registered at the start. Thread-safe. */
@Component
public final class FanoutMetrics {
    private static final Duration MAX_FANOUT = Duration.ofMinutes(30);

    private final Counter deliveries;
    private final Counter skipped;
    private final Counter completed;
    private final Timer duration;
    private final Counter slicesRepeated;
    private final Counter repairs;
    private final Counter putOff;
    private final Counter jobsRead;

    public FanoutMetrics(MeterRegistry registry) {
        deliveries = counter(registry, "feedmill.deliveries", "Feed items that reached a follower, each counted once");
        skipped = counter(
                registry,
                "feedmill.deliveries.skipped",
                "Recipients who were skipped: they no longer follow, may not read the post, or it is gone");
        completed = counter(registry, "feedmill.jobs.completed", "Fan-out jobs that this worker closed");
        slicesRepeated =
                counter(registry, "feedmill.slices.repeated", "Slices that were done already, and wrote nothing");
        repairs =
                counter(registry, "feedmill.repairs", "Feed items that an audit found missing or stale, written again");
        putOff = counter(
                registry,
                "feedmill.deliveries.put.off",
                "Recipients whose home feeds refused a write, left to a later attempt");
        jobsRead = RelayMetrics.reads(registry, "job");
        duration = Timer.builder("feedmill.fanout.duration")
                .description("From the acceptance of a post to the completion of its fan-out")
                .publishPercentileHistogram()
                .minimumExpectedValue(Duration.ofMillis(5))
                .maximumExpectedValue(MAX_FANOUT)
                .register(registry);
    }

    /** Counts recipients of the job that publishes a post; jobs of its changes would count them twice. */
    public void delivered(Job job, int delivered, long skippedRecipients) {
        if (job.publishes()) {
            deliveries.increment(delivered);
            skipped.increment((double) skippedRecipients);
        }
    }

    public void repaired(long items) {
        repairs.increment((double) items);
    }

    public void completed(Job job, Instant now) {
        completed.increment();
        if (job.publishes()) {
            duration.record(Duration.between(job.acceptedAt(), now));
        }
    }

    public void sliceRepeated() {
        slicesRepeated.increment();
    }

    /** Recipients put off because their home feeds refuse writes that others take. */
    public void putOff(int recipients) {
        putOff.increment(recipients);
    }

    public void jobRead() {
        jobsRead.increment();
    }
}
