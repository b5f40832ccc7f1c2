package io.feedmill.worker.report;

import static io.feedmill.worker.report.ReportWorld.MINUTE;
import static io.feedmill.worker.report.ReportWorld.finish;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportRequestsTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration QUARTER = Duration.ofMinutes(15);
    private static final Instant START = SettableClock.START;

    private final ReportWorld world = new ReportWorld();

    @Test
    void aRequestedReportDoesNotWaitForTheHour() {
        Reporter reporter = world.reporter(HOUR);
        world.publish("ann", START);
        world.clock.advance(MINUTE.multipliedBy(50));
        finish(reporter);
        world.fakes.reports().request();
        finish(reporter);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L));
        assertThat(world.reports().getFirst().window().length()).isEqualTo(QUARTER);
    }

    @Test
    void aRequestDuringAScheduledReportIsCarriedOutAfterIt() {
        Reporter reporter = world.reporter(HOUR);
        world.publish("ann", START);
        world.publish("bob", START.plus(HOUR));
        world.clock.advance(MINUTE.multipliedBy(60 + 15 + 31));
        world.steps.before("commit", 1, () -> world.fakes.reports().request());
        finish(reporter);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L, "bob", 1L));
        assertThat(world.reports()).hasSize(2);
    }

    @Test
    void aRequestDuringARequestedReportIsCarriedOutWhenMoreHasSettled() {
        Reporter reporter = world.reporter(HOUR);
        world.clock.advance(MINUTE.multipliedBy(50));
        finish(reporter);
        world.fakes.reports().request();
        world.steps.before("commit", 1, () -> world.fakes.reports().request());
        finish(reporter);
        assertThat(world.reports()).hasSize(1);
        world.publish("ann", START.plus(QUARTER));
        world.clock.advance(MINUTE.multipliedBy(15));
        finish(reporter);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L));
    }

    @Test
    void aRequestIsAnsweredOnceAllThatHasSettledIsReported() {
        Reporter reporter = world.reporter(Duration.ofDays(1));
        world.clock.advance(Duration.ofHours(30));
        finish(reporter);
        world.fakes.reports().request();
        world.clock.advance(Duration.ofHours(30));
        finish(reporter);
        assertThat(world.reports().getLast().window().to().start())
                .isEqualTo(START.plus(Duration.ofHours(60)).minus(MINUTE.multipliedBy(45)));
    }
}
