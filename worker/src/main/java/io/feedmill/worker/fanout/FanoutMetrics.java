package io.feedmill.worker.fanout;

import static io.feedmill.common.metrics.Meters.counter;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.post.Mode;
import io.feedmill.worker.relay.RelayMetrics;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.ConcurrentSkipListSet;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.springframework.stereotype.Component;

/** The metrics of fan-out jobs. All are registered at the start. Thread-safe. */
@Component
public final class FanoutMetrics implements Supplier<Delivered> {
    /** Bounds of the buckets. The objectives of docs/slo.md are among them. */
    private static final Duration[] BUCKETS = Stream.of(
                    100, 250, 500, 1_000, 2_500, 5_000, 10_000, 30_000, 60_000, 120_000, 300_000, 600_000, 1_800_000)
            .map(Duration::ofMillis)
            .toArray(Duration[]::new);

    private final MeterRegistry registry;
    final Counter slicesRepeated;
    final Counter repairs;
    final Counter putOff;
    final Counter jobsRead;
    private final Counter deliveries;
    private final Counter completed;
    private final ConcurrentSkipListSet<String> newest = new ConcurrentSkipListSet<>();

    /** The size of a fan-out: its objective depends on it. One on read has no recipients: pages read the post from the author's feed. */
    private enum Size implements LowerCaseName {
        SMALL,
        MEDIUM,
        LARGE,
        ON_READ;

        static Size of(Job job) {
            long recipients = job.counts().expected();
            if (job.mode() == Mode.ON_READ) {
                return ON_READ;
            }
            return recipients < 1_000 ? SMALL : recipients < 100_000 ? MEDIUM : LARGE;
        }
    }

    public FanoutMetrics(MeterRegistry registry) {
        this.registry = registry;
        deliveries = counter(registry, "feedmill.deliveries", "Feed items that reached a follower, each counted once");
        Stream.of(Skipped.Reason.values()).forEach(this::skipped);
        Stream.of(Size.values()).forEach(this::duration);
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
    }

    private Counter skipped(Skipped.Reason reason) {
        String description = "Recipients who did not get a post";
        return counter(registry, "feedmill.deliveries.skipped", description, "reason", reason.value());
    }

    private Timer duration(Size size) {
        return Timer.builder("feedmill.fanout.duration")
                .description("From the acceptance of a post to the completion of its fan-out")
                .tag("size", size.value())
                .serviceLevelObjectives(BUCKETS)
                .register(registry);
    }

    /** Counts recipients of the job that publishes a post; jobs of its changes would count them twice. */
    public void delivered(Job job, int delivered, Skipped others) {
        if (job.publishes()) {
            deliveries.increment(delivered);
            newest.add(job.post().value());
            while (newest.size() > Delivered.NEWEST) {
                newest.pollFirst();
            }
            Stream.of(Skipped.Reason.values()).forEach(reason -> skipped(reason).increment((double) others.of(reason)));
        }
    }

    @Override
    public Delivered get() {
        return new Delivered((long) deliveries.count(), List.copyOf(newest));
    }

    /** The API's clock may be ahead: a timer would leave out what is negative. */
    private static Duration sinceAccepted(Job job, Instant now) {
        return now.isBefore(job.acceptedAt()) ? Duration.ZERO : Duration.between(job.acceptedAt(), now);
    }

    public void completed(Job job, Instant now) {
        completed.increment();
        if (job.publishes()) {
            duration(Size.of(job)).record(sinceAccepted(job, now));
        }
    }
}
