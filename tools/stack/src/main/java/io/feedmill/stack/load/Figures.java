package io.feedmill.stack.load;

import io.feedmill.stack.client.FanoutStatus;
import java.time.Duration;
import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/**
 * How fast the fan-out was.
 *
 * @param span from the first post accepted to the last job complete
 * @param took from accepted to complete, of each job, ascending
 */
public record Figures(long deliveries, Duration span, List<Duration> took) {

    public static Figures of(Collection<FanoutStatus> jobs) {
        return new Figures(
                jobs.stream().mapToLong(FanoutStatus::delivered).sum(),
                Duration.between(first(jobs), last(jobs)),
                jobs.stream()
                        .map(FanoutStatus::took)
                        .flatMap(Optional::stream)
                        .sorted()
                        .toList());
    }

    private static Instant first(Collection<FanoutStatus> jobs) {
        return jobs.stream()
                .map(FanoutStatus::acceptedAt)
                .min(Comparator.naturalOrder())
                .orElse(Instant.EPOCH);
    }

    private static Instant last(Collection<FanoutStatus> jobs) {
        return jobs.stream()
                .flatMap(job -> Optional.ofNullable(job.completedAt()).stream())
                .max(Comparator.naturalOrder())
                .orElse(first(jobs));
    }

    public double deliveriesPerSecond() {
        return deliveries / Math.max(seconds(span), 0.001);
    }

    /** The duration that so many of a hundred jobs do not exceed: the nearest rank. */
    public Duration percentile(int percent) {
        return took.isEmpty() ? Duration.ZERO : NearestRank.of(took, percent / 100.0);
    }

    public static double seconds(Duration duration) {
        return duration.toNanos() / 1e9;
    }
}
