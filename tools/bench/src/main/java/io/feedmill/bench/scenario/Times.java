package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.stack.load.Figures;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * What each of some calls or jobs took.
 *
 * @param all ascending here, whatever order they come in
 */
record Times(List<Duration> all) {

    Times {
        all = all.stream().sorted().toList();
    }

    Sample sample() {
        return addTo(new Sample(Map.of()));
    }

    /** The same with these times besides. */
    Sample addTo(Sample sample) {
        return sample.with(Metric.P50_MILLIS, millis(0.5)).with(Metric.P99_MILLIS, millis(0.99));
    }

    /** The time within which that share was done; no number where there was nothing. */
    private double millis(double share) {
        return all.isEmpty() ? Double.NaN : Figures.nearestRank(all, share).toNanos() / 1e6;
    }
}
