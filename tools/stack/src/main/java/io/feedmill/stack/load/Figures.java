package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient.FanoutStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * The speed of a fan-out.
 *
 * @param span from the first post accepted to the last job complete
 * @param took from accepted to complete, of each job, ascending
 */
public record Figures(long deliveries, Duration span, List<Duration> took) {

    public static Figures of(Collection<FanoutStatus> jobs) {
        Instant first = jobs.stream()
                .map(FanoutStatus::acceptedAt)
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
        Instant last = jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .orElse(first);
        return new Figures(
                jobs.stream().mapToLong(FanoutStatus::delivered).sum(),
                Duration.between(first, last),
                jobs.stream().flatMap(job -> job.took().stream()).sorted().toList());
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
