package io.feedmill.api.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/** Buckets of {@code http_server_requests} for the calls that have objectives, see docs/slo.md; each bucket is a series for each status. */
@Component
final class LatencyBuckets implements MeterFilter {
    private static final DistributionStatisticConfig BUCKETS = DistributionStatisticConfig.builder()
            .serviceLevelObjectives(LongStream.of(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500)
                    .mapToDouble(millis -> Duration.ofMillis(millis).toNanos())
                    .toArray())
            .build();

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        return hasObjective(id) ? BUCKETS.merge(config) : config;
    }

    private static boolean hasObjective(Meter.Id id) {
        String call = id.getTag("method") + " " + id.getTag("uri");
        return id.getName().equals("http.server.requests")
                && (call.equals("POST /v1/posts") || call.equals("GET /v1/feeds/home/{user}"));
    }
}
