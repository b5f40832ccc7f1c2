package io.feedmill.worker.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.queue.Queue;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.worker.counter.ViewHandler.ViewMetrics;
import io.feedmill.worker.fanout.FanoutMetrics;
import io.feedmill.worker.follow.HomeFeedWork;
import io.feedmill.worker.follow.UpkeepMetrics;
import io.feedmill.worker.onread.OnReadLister;
import io.feedmill.worker.onread.OnReadLister.OnReadSettings;
import io.feedmill.worker.pressure.PressureMetrics;
import io.feedmill.worker.relay.RelayMetrics;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.report.ReportRunner.ReportMetrics;
import io.micrometer.prometheusmetrics.PrometheusConfig;
import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class WorkerMetricsTest {
    /** A row of the table: name, labels, process. */
    private static final Pattern DOCUMENTED =
            Pattern.compile("(?m)^\\| `(feedmill_[a-z_]+)(?:\\{([a-z,]+)\\})?`[^|]*\\| (worker|both) \\|");

    private final PrometheusMeterRegistry registry = new PrometheusMeterRegistry(PrometheusConfig.DEFAULT);
    private final QueueMetrics metrics = new QueueMetrics(registry);
    private final RelaySettings settings = BoundSettings.bind("feedmill.relay", RelaySettings.class, Map.of());

    private final RelayMetrics relay = new RelayMetrics(
            registry, List.of(HomeFeedWork.followWork(settings), HomeFeedWork.unfollows(settings, Duration.ZERO)));

    private List<MatchResult> documented() throws IOException {
        return DOCUMENTED
                .matcher(Files.readString(Path.of("..", "docs", "runbook.md")))
                .results()
                .toList();
    }

    /** Registers the gauges of a worker's parts. */
    @BeforeEach
    void registerGauges() {
        BreakerSettings settings = BoundSettings.bind("feedmill.breaker", BreakerSettings.class, Map.of());
        SettableClock clock = new SettableClock();
        assertThat(List.of(
                        new Breaker("store", settings, registry, clock),
                        new DynamoMetrics(registry, List.of(FeedRows.HOMES)),
                        new ViewMetrics(registry),
                        new ReportMetrics(registry),
                        new UpkeepMetrics(registry),
                        new FanoutMetrics(registry),
                        new OnReadLister(new MemoryStores(clock).onRead(), new OnReadSettings(0), clock, registry),
                        new ClockOffset(clock, registry)))
                .doesNotContainNull();
        new PressureMetrics(registry).watch(() -> Double.POSITIVE_INFINITY, () -> 0);
        metrics.poller(Queue.PUBLISH, () -> Duration.ofMillis(1_500), () -> true);
        metrics.queueWait(Queue.PUBLISH, () -> Optional.of(Duration.ofSeconds(90)));
    }

    /** The samples of a fresh registry, a line each. */
    private List<String> samples() {
        return registry.scrape().lines().filter(line -> !line.startsWith("#")).toList();
    }

    @Test
    void everyDocumentedMeterExistsFromTheStart() throws IOException {
        assertThat(documented())
                .hasSizeGreaterThan(8)
                .allSatisfy(
                        row -> assertThat(samples()).as(row.group()).anyMatch(sample -> sample.matches(pattern(row))));
    }

    private static String pattern(MatchResult row) {
        String labels = row.group(2) == null ? "" : row.group(2).replaceAll("([a-z]+),?", "$1=\"[^\"]*\",?");
        return row.group(1) + "(_count)?" + (labels.isEmpty() ? "" : "\\{" + labels + "\\}") + " .*";
    }

    @Test
    void everyMeterIsDocumented() throws IOException {
        assertThat(samples().stream()
                        .map(sample -> sample.replaceFirst("(_count|_sum|_max|_bucket)?[ {].*", ""))
                        .distinct())
                .isSubsetOf(documented().stream().map(row -> row.group(1)).toList())
                .isNotEmpty();
    }

    /** PromQL's increase() needs a zero before the first one. */
    @Test
    void queuesAndReasonsStartAtZero() {
        assertThat(samples())
                .contains(
                        "feedmill_queue_requeued_total{queue=\"publish\"} 0.0",
                        "feedmill_queue_requeued_total{queue=\"deliver\"} 0.0",
                        "feedmill_queue_dead_lettered_total{queue=\"publish\",reason=\"not-json\"} 0.0",
                        "feedmill_queue_dead_lettered_total{queue=\"deliver\",reason=\"not-json\"} 0.0",
                        "feedmill_queue_dead_lettered_total{queue=\"publish\",reason=\"impossible-state\"} 0.0",
                        "feedmill_queue_dead_lettered_total{queue=\"deliver\",reason=\"impossible-state\"} 0.0");
    }

    @Test
    void breakersAndPollersAreGauges() {
        assertThat(samples())
                .contains(
                        "feedmill_breaker_state{dependency=\"store\",state=\"closed\"} 1.0",
                        "feedmill_breaker_state{dependency=\"store\",state=\"open\"} 0.0",
                        "feedmill_poller_last_poll_seconds{queue=\"publish\"} 1.5",
                        "feedmill_polling_paused{queue=\"publish\"} 1.0");
    }

    @Test
    void anUnknownWaitIsNotANumber() {
        metrics.queueWait(Queue.DELIVER, Optional::empty);
        assertThat(samples())
                .contains(
                        "feedmill_queue_wait_seconds{queue=\"deliver\"} NaN",
                        "feedmill_queue_wait_seconds{queue=\"publish\"} 90.0");
    }

    @Test
    void outboxRowsAreThoseOfTheLastSweep() {
        relay.swept(Map.of("follow", 5L, "malformed", 1L));
        relay.swept(Map.of("follow", 2L, "unfollow", 3L, "newer", 1L));
        assertThat(samples())
                .contains(
                        "feedmill_outbox_rows{form=\"follow\"} 2.0",
                        "feedmill_outbox_rows{form=\"unfollow\"} 3.0",
                        "feedmill_outbox_rows{form=\"malformed\"} 0.0",
                        "feedmill_outbox_rows{form=\"newer\"} 1.0");
    }
}
