package io.feedmill.worker;

import static io.feedmill.testkit.BoundSettings.bind;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.counter.ViewsListener.ViewBatches;
import io.feedmill.worker.fanout.SlicePlanner.FanoutSettings;
import io.feedmill.worker.listen.ListenerSettings;
import io.feedmill.worker.onread.OnReadLister.OnReadSettings;
import io.feedmill.worker.pressure.PressureGate.PressureSettings;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.report.ReportSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;
import org.springframework.core.NestedExceptionUtils;

class SettingsTest {
    private static final Duration SECOND = Duration.ofSeconds(1);

    static Stream<Record> defaults() {
        return Stream.of(
                new FanoutSettings(1_000, 1_000, Duration.ofSeconds(10)),
                new OnReadSettings(1_000),
                new ListenerSettings(
                        16,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(15),
                        Duration.ofSeconds(20)),
                new BreakerSettings(20, 10, Duration.ofMillis(500), Duration.ofSeconds(5)),
                new PressureSettings(32, null),
                new ReportSettings(
                        Duration.ofHours(1),
                        Duration.ofMinutes(31),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2),
                        null,
                        null,
                        new BigDecimal("0.625")),
                new RelaySettings(
                        Duration.ofSeconds(2), Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMinutes(10)));
    }

    @ParameterizedTest
    @MethodSource("defaults")
    void hasDefaults(Record settings) {
        String group = TYPES.entrySet().stream()
                .filter(type -> type.getValue() == settings.getClass())
                .map(type -> type.getKey().replaceFirst("\\..*", ""))
                .findFirst()
                .orElseThrow();
        assertThat(bind("feedmill." + group, settings.getClass(), Map.of())).isEqualTo(settings);
    }

    /** A read, a write and a call to requeue are 15 s. */
    @Test
    void aBatchOfViewsHasTimeToWaitAndToWriteWithinHalfItsVisibility() {
        assertThat(ViewBatches.DEFAULT.deadline())
                .isGreaterThanOrEqualTo(ViewBatches.DEFAULT.window().plus(DynamoClients.CALL_TIMEOUT.multipliedBy(3)))
                .isEqualTo(Queue.VIEWS.visibility().dividedBy(2));
    }

    @Test
    void takesOtherValues() {
        Map<String, String> other = Map.of("feedmill.fanout.slice-size", "7", "feedmill.fanout.pause", "1m");
        assertThat(bind("feedmill.fanout", FanoutSettings.class, other))
                .isEqualTo(new FanoutSettings(7, 1_000, Duration.ofMinutes(1)));
        assertThat(bind("feedmill.pressure", PressureSettings.class, Map.of("feedmill.pressure.ceiling", "500")))
                .isEqualTo(new PressureSettings(32, 500));
    }

    /** Waits for earlier handlers would be too short for this worker's own. */
    @Test
    void refusesADeadlineAboveTheLongestOfAllWorkers() {
        assertThatThrownBy(() -> new ListenerSettings(
                        1, Duration.ofMillis(30_001), Duration.ofSeconds(30), SECOND, SECOND, SECOND))
                .hasMessage("feedmill.listeners.deadline is longer than max-deadline");
    }

    /** The limits in the annotations follow from these constants. */
    @Test
    void deadlinesFollowFromCallsAndVisibility() {
        assertThat(DynamoClients.CALL_TIMEOUT.multipliedBy(2)).hasSeconds(10);
        assertThat(Queue.VISIBILITY.multipliedBy(2).dividedBy(3)).hasSeconds(60);
        assertThat(HandlerLife.LONGEST.max().plus(DynamoClients.CALL_TIMEOUT.multipliedBy(2)))
                .isLessThan(Queue.VISIBILITY);
    }

    private static final Map<String, Class<?>> TYPES = Map.of(
            "fanout", FanoutSettings.class,
            "fanout.on-read-from", OnReadSettings.class,
            "breaker", BreakerSettings.class,
            "listeners", ListenerSettings.class,
            "pressure", PressureSettings.class,
            "relay", RelaySettings.class,
            "reports", ReportSettings.class);

    /** Binds settings of a group, {@code name=value} with spaces between them. */
    private static Object bound(String group, String settings) {
        Map<String, String> properties = Stream.of(settings.split(" (?=\\S)", -1))
                .map(setting -> setting.split("=", 2))
                .collect(Collectors.toMap(pair -> "feedmill." + group + "." + pair[0], pair -> pair[1]));
        Class<?> type = TYPES.getOrDefault(group + "." + settings.split("=", 2)[0], TYPES.get(group));
        return bind("feedmill." + group, Objects.requireNonNull(type), properties);
    }

    /**
     * SQS delays a message by 15 minutes at most. A handler without time for the calls of a loop would requeue its work forever; one with too much time
     * may overlap with the next receiver.
     */
    @ParameterizedTest
    @CsvSource({
        "fanout, slice-size=0",
        "fanout, slice-size=10001",
        "fanout, max-pending=0",
        "fanout, max-pending=10001",
        "fanout, pause=-1s",
        "fanout, pause=901s",
        "fanout, on-read-from=-1",
        "breaker, window=0",
        "breaker, minimum-calls=0",
        "breaker, minimum-calls=21",
        "breaker, slow-call=0s",
        "breaker, open=0s",
        "listeners, concurrency=0",
        "listeners, deadline=29999ms",
        "listeners, max-deadline=60001ms",
        "listeners, poll-timeout=999ms",
        "listeners, poll-timeout=20001ms",
        "listeners, newer-versions=-1ms",
        "listeners, newer-versions=86400001ms",
        "listeners, stop-timeout=0s",
        "pressure, concurrent-writes=0",
        "pressure, ceiling=0",
        "pressure, ceiling=-500",
        "relay, every=0s",
        "relay, accepted=0s",
        "relay, stalled=0s",
        "relay, max-backoff=0s",
        "reports, every=14m",
        "reports, every=20m",
        "reports, every=25h",
        "reports, 'to= '",
        "reports, to=s3://"
    })
    void refusesInvalidSettings(String group, String setting) {
        assertThatThrownBy(() -> bound(group, setting))
                .extracting(NestedExceptionUtils::getMostSpecificCause)
                .asInstanceOf(InstanceOfAssertFactories.THROWABLE)
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("feedmill." + group + "." + setting.split("=", 2)[0] + " must");
    }

    @ParameterizedTest
    @CsvSource({
        "fanout, slice-size=10000 max-pending=10000 pause=15m",
        "fanout, pause=0s",
        "breaker, window=1 minimum-calls=1 open=1ms",
        "listeners, deadline=30s max-deadline=30s",
        "listeners, deadline=60s max-deadline=60s poll-timeout=20s newer-versions=0s stop-timeout=1ms",
        "pressure, concurrent-writes=1 ceiling=1",
        "reports, every=15m",
        "reports, to=s3://bucket/some/prefix/"
    })
    void takesTheLastValidValues(String group, String settings) {
        assertThat(bound(group, settings)).isNotNull();
    }

    @EnableConfigurationProperties(FanoutSettings.class)
    static class Start {}

    @Test
    void anInvalidSettingEndsTheStartAndIsNamed() {
        new ApplicationContextRunner()
                .withUserConfiguration(Start.class)
                .withPropertyValues("feedmill.fanout.slice-size=0")
                .run(context -> assertThat(context)
                        .getFailure()
                        .hasStackTraceContaining("feedmill.fanout")
                        .hasStackTraceContaining("on field 'sliceSize': rejected value [0]"));
    }
}
