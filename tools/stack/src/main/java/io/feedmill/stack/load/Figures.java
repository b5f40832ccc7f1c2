package io.feedmill.stack.load;

import io.feedmill.client.Job;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;

/** The speed of a fan-out: from the first post accepted to the last job complete, and from accepted to complete of each job, ascending. */
public record Figures(long deliveries, Duration span, List<Duration> took) {

    public static Figures of(Collection<Job> jobs) {
        Instant first = jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.acceptedAt()).stream())
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Instant last = jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .orElse(first);
        return new Figures(
                jobs.stream().mapToLong(Job::delivered).sum(),
                Duration.between(first, last),
                jobs.stream().flatMap(Figures::took).sorted().toList());
    }

    private static Stream<Duration> took(Job job) {
        Instant end = job.completedAt();
        return job.acceptedAt() == null || end == null
                ? Stream.empty()
                : Stream.of(Duration.between(job.acceptedAt(), end));
    }

    public double deliveriesPerSecond() {
        return deliveries / Math.max(seconds(span), 0.001);
    }

    /** Returns the duration that this percentage of the jobs do not exceed, by the nearest rank: it was measured, and is no mean of two. */
    public Duration percentile(int percent) {
        int rank = Math.ceilDiv(percent * took.size(), 100);
        return took.isEmpty() ? Duration.ZERO : took.get(Math.max(rank, 1) - 1);
    }

    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }

    /** Returns the seconds with one decimal, and their unit. */
    public static String text(Duration duration) {
        return "%.1f s".formatted(seconds(duration));
    }
}
