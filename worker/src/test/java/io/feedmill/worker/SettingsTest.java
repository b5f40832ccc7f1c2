package io.feedmill.worker;

import static io.feedmill.testkit.BoundSettings.bind;
import static io.feedmill.testkit.BoundSettings.checked;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.common.breaker.BreakerSettings;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.queue.Queue;
import io.feedmill.worker.counter.ViewsListener.ViewBatches;
import io.feedmill.worker.fanout.FanoutSettings;
import io.feedmill.worker.listen.ListenerSettings;
import io.feedmill.worker.onread.OnReadLister.OnReadSettings;
import io.feedmill.worker.pressure.PressureSettings;
import io.feedmill.worker.relay.RelaySettings;
import io.feedmill.worker.report.ReportSettings;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;
import org.springframework.boot.context.properties.EnableConfigurationProperties;
import org.springframework.boot.test.context.runner.ApplicationContextRunner;

class SettingsTest {
    private static final Duration SLOW = Duration.ofMillis(500);
    private static final Duration SECOND = Duration.ofSeconds(1);

    @Test
    void cutsSlicesOfAThousandOfWhichAThousandMayBePending() {
        assertThat(bind("feedmill.fanout", FanoutSettings.class, Map.of()))
                .isEqualTo(new FanoutSettings(1_000, 1_000, Duration.ofSeconds(10)));
    }

    @Test
    void readsAuthorsOfAHundredThousandFromTheirFeeds() {
        assertThat(bind("feedmill.fanout", OnReadSettings.class, Map.of())).isEqualTo(new OnReadSettings(100_000));
        assertRefused("fanout.on-read-from", () -> new OnReadSettings(-1));
    }

    @Test
    void handlesSixteenMessagesAtOnceForAMinuteAndWaitsAQuarterOfAnHourForNewerVersions() {
        assertThat(bind("feedmill.listeners", ListenerSettings.class, Map.of()))
                .isEqualTo(new ListenerSettings(
                        16,
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(60),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(15),
                        Duration.ofSeconds(20)));
    }

    /** A read, a write and a call to requeue are 15 s. */
    @Test
    void aBatchOfViewsHasTimeToWaitAndToWriteWithinHalfItsVisibility() {
        assertThat(ViewBatches.DEFAULT.deadline())
                .isGreaterThanOrEqualTo(ViewBatches.DEFAULT.window().plus(DynamoClients.CALL_TIMEOUT.multipliedBy(3)))
                .isEqualTo(Queue.VIEWS.visibility().dividedBy(2));
    }

    @Test
    void pausesForFiveSecondsAfterTenOfTwentyCalls() {
        assertThat(bind("feedmill.breaker", BreakerSettings.class, Map.of()))
                .isEqualTo(new BreakerSettings(20, 10, SLOW, Duration.ofSeconds(5)));
    }

    @Test
    void refusesInvalidBreakers() {
        assertRefused("breaker.window", () -> new BreakerSettings(0, 10, SLOW, SECOND));
        assertRefused("breaker.minimum-calls", () -> new BreakerSettings(20, 0, SLOW, SECOND));
        assertRefused("breaker.minimum-calls", () -> new BreakerSettings(20, 21, SLOW, SECOND));
        assertRefused("breaker.slow-call", () -> new BreakerSettings(20, 10, Duration.ZERO, SECOND));
        assertRefused("breaker.open", () -> new BreakerSettings(20, 10, SLOW, Duration.ZERO));
        assertThat(checked(new BreakerSettings(1, 1, SLOW, Duration.ofMillis(1))))
                .isNotNull();
    }

    @Test
    void makesThirtyTwoBatchWritesAtOnceWithoutACeiling() {
        assertThat(bind("feedmill.pressure", PressureSettings.class, Map.of()))
                .isEqualTo(new PressureSettings(32, null));
        assertThat(bind("feedmill.pressure", PressureSettings.class, Map.of("feedmill.pressure.ceiling", "500")))
                .isEqualTo(new PressureSettings(32, 500));
    }

    @Test
    void reportsEveryHourAMinuteMoreThanHalfAnHourAfterItsEnd() {
        assertThat(bind("feedmill.reports", ReportSettings.class, Map.of()))
                .isEqualTo(new ReportSettings(
                        Duration.ofHours(1),
                        Duration.ofMinutes(31),
                        Duration.ofSeconds(10),
                        Duration.ofMinutes(2),
                        null,
                        null,
                        new BigDecimal("0.625")));
    }

    @Test
    void refusesInvalidReports() {
        assertRefused("reports.every", () -> reportsEvery(Duration.ofMinutes(14)));
        assertRefused("reports.every", () -> reportsEvery(Duration.ofMinutes(20)));
        assertRefused("reports.every", () -> reportsEvery(Duration.ofHours(25)));
        assertThat(checked(reportsEvery(Duration.ofMinutes(15)))).isNotNull();
        assertRefused("reports.to", () -> reportsTo(" "));
        assertRefused("reports.to", () -> reportsTo("s3://"));
        assertThat(checked(reportsTo("s3://bucket/some/prefix/"))).isNotNull();
    }

    private static ReportSettings reportsEvery(Duration every) {
        return new ReportSettings(every, Duration.ZERO, SECOND, Duration.ofMinutes(1), null, null, BigDecimal.ONE);
    }

    private static ReportSettings reportsTo(String to) {
        return new ReportSettings(
                Duration.ofHours(1), Duration.ZERO, SECOND, Duration.ofMinutes(1), null, to, BigDecimal.ONE);
    }

    @Test
    void sweepsEveryFiveSecondsWithTenAndSixtySecondsOfPatience() {
        assertThat(bind("feedmill.relay", RelaySettings.class, Map.of()))
                .isEqualTo(new RelaySettings(
                        Duration.ofSeconds(5), Duration.ofSeconds(10), Duration.ofSeconds(60), Duration.ofMinutes(10)));
    }

    @Test
    void takesOtherValues() {
        Map<String, String> other = Map.of("feedmill.fanout.slice-size", "7", "feedmill.fanout.pause", "1m");
        assertThat(bind("feedmill.fanout", FanoutSettings.class, other))
                .isEqualTo(new FanoutSettings(7, 1_000, Duration.ofMinutes(1)));
    }

    @Test
    void refusesInvalidSlices() {
        assertRefused("fanout.slice-size", () -> new FanoutSettings(0, 1, SECOND));
        assertRefused("fanout.slice-size", () -> new FanoutSettings(10_001, 1, SECOND));
        assertRefused("fanout.max-pending", () -> new FanoutSettings(1, 0, SECOND));
        assertRefused("fanout.max-pending", () -> new FanoutSettings(1, 10_001, SECOND));
        assertThat(checked(new FanoutSettings(10_000, 10_000, SECOND))).isNotNull();
    }

    /** SQS delays a message by 15 minutes at most. */
    @Test
    void refusesPausesLongerThanAQueueAllows() {
        assertRefused("fanout.pause", () -> new FanoutSettings(1, 1, Duration.ofSeconds(-1)));
        assertRefused("fanout.pause", () -> new FanoutSettings(1, 1, Duration.ofSeconds(901)));
        assertThat(checked(new FanoutSettings(1, 1, Duration.ofMinutes(15)))).isNotNull();
        assertThat(checked(new FanoutSettings(1, 1, Duration.ZERO))).isNotNull();
    }

    /** A handler without time for the calls of a loop would requeue its work forever; one with too much time may overlap with the next receiver. */
    @Test
    void refusesDeadlinesThatAreTooShortToWorkOrTooLongForTheVisibility() {
        Duration poll = Duration.ofSeconds(10);
        assertRefused(
                "listeners.deadline",
                () -> new ListenerSettings(1, Duration.ofMillis(29_999), Duration.ofSeconds(60), poll, SECOND, SECOND));
        assertRefused(
                "listeners.max-deadline",
                () -> new ListenerSettings(1, Duration.ofSeconds(60), Duration.ofMillis(60_001), poll, SECOND, SECOND));
        assertThat(checked(
                        new ListenerSettings(1, Duration.ofSeconds(30), Duration.ofSeconds(30), poll, SECOND, SECOND)))
                .isNotNull();
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
        assertThat(Queue.VISIBILITY.dividedBy(2)).hasSeconds(60);
    }

    @Test
    void refusesInvalidListeners() {
        Duration deadline = Duration.ofSeconds(60);
        assertRefused(
                "listeners.concurrency", () -> new ListenerSettings(0, deadline, deadline, SECOND, SECOND, SECOND));
        assertRefused(
                "listeners.poll-timeout",
                () -> new ListenerSettings(1, deadline, deadline, Duration.ofMillis(999), SECOND, SECOND));
        assertRefused(
                "listeners.poll-timeout",
                () -> new ListenerSettings(1, deadline, deadline, Duration.ofMillis(20_001), SECOND, SECOND));
        assertRefused(
                "listeners.newer-versions",
                () -> new ListenerSettings(1, deadline, deadline, SECOND, Duration.ofMillis(-1), SECOND));
        assertRefused(
                "listeners.newer-versions",
                () -> new ListenerSettings(
                        1, deadline, deadline, SECOND, Duration.ofHours(24).plusMillis(1), SECOND));
        assertRefused(
                "listeners.stop-timeout",
                () -> new ListenerSettings(1, deadline, deadline, SECOND, SECOND, Duration.ZERO));
        assertThat(checked(new ListenerSettings(
                        1, deadline, deadline, Duration.ofSeconds(20), Duration.ZERO, Duration.ofMillis(1))))
                .isNotNull();
    }

    @Test
    void refusesPressureWithoutCapacity() {
        assertRefused("pressure.concurrent-writes", () -> new PressureSettings(0, null));
        assertRefused("pressure.ceiling", () -> new PressureSettings(1, 0));
        assertRefused("pressure.ceiling", () -> new PressureSettings(1, -500));
        assertThat(checked(new PressureSettings(1, 1))).isNotNull();
    }

    @Test
    void refusesARelayWithoutTime() {
        Duration none = Duration.ZERO;
        assertRefused("relay.every", () -> new RelaySettings(none, SECOND, SECOND, SECOND));
        assertRefused("relay.accepted", () -> new RelaySettings(SECOND, none, SECOND, SECOND));
        assertRefused("relay.stalled", () -> new RelaySettings(SECOND, SECOND, none, SECOND));
        assertRefused("relay.max-backoff", () -> new RelaySettings(SECOND, SECOND, SECOND, none));
    }

    private static void assertRefused(String setting, Supplier<?> settings) {
        assertThatThrownBy(() -> checked(settings.get()))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageStartingWith("feedmill." + setting + " must");
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
