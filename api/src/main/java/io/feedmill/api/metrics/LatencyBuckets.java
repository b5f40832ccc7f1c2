package io.feedmill.api.metrics;

import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.config.MeterFilter;
import io.micrometer.core.instrument.distribution.DistributionStatisticConfig;
import java.time.Duration;
import java.util.stream.LongStream;
import org.springframework.stereotype.Component;

/** Buckets of {@code http_server_requests}: of calls with objectives, see docs/slo.md; of others one, since Prometheus needs one type of a name. */
@Component
final class LatencyBuckets implements MeterFilter {
    private static final DistributionStatisticConfig OBJECTIVES = upTo(5, 10, 25, 50, 100, 250, 500, 1_000, 2_500);
    private static final DistributionStatisticConfig OTHERS = upTo(1_000);

    private static DistributionStatisticConfig upTo(long... millis) {
        return DistributionStatisticConfig.builder()
                .serviceLevelObjectives(LongStream.of(millis)
                        .mapToDouble(bound -> Duration.ofMillis(bound).toNanos())
                        .toArray())
                .build();
    }

    @Override
    public DistributionStatisticConfig configure(Meter.Id id, DistributionStatisticConfig config) {
        if (!id.getName().equals("http.server.requests")) {
            return config;
        }
        return switch (id.getTag("method") + " " + id.getTag("uri")) {
            case "POST /v1/posts", "GET /v1/feeds/home/{user}" -> OBJECTIVES.merge(config);
            default -> OTHERS.merge(config);
        };
    }
}
