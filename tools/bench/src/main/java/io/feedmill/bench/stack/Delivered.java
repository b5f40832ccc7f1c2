package io.feedmill.bench.stack;

import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;

/**
 * Posts whose fan-out is complete.
 *
 * @param began when the first was sent
 */
public record Delivered(Instant began, List<FanoutStatus> jobs) {

    public Delivered {
        jobs = List.copyOf(jobs);
    }

    public long deliveries() {
        return jobs.stream().mapToLong(FanoutStatus::delivered).sum();
    }

    /** From the first call to the last delivery. */
    public Duration took() {
        return jobs.stream()
                .flatMap(job -> job.took().map(job.acceptedAt()::plus).stream())
                .max(Comparator.naturalOrder())
                .map(end -> Duration.between(began, end))
                .orElseThrow();
    }

    /** From each post's acceptance to its last delivery, in the order of the posts. */
    public List<Duration> delays() {
        return jobs.stream().flatMap(job -> job.took().stream()).toList();
    }

    public double deliveriesPerSecond() {
        return deliveries() / (took().toNanos() / 1e9);
    }
}
