package io.feedmill.worker.report;

import static io.feedmill.worker.report.ReportWorld.MINUTE;
import static io.feedmill.worker.report.ReportWorld.finish;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.report.ReportStore;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.steps.CrashPoint;
import io.feedmill.testkit.steps.Run;
import io.feedmill.worker.report.Reporter.Outcome;
import java.time.Duration;
import java.time.Instant;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReporterTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Duration QUARTER = Duration.ofMinutes(15);

    /** The first hour, and what its events take to settle. */
    private static final Duration SETTLED = Duration.ofMinutes(91);

    private static final Instant START = SettableClock.START;

    private final ReportWorld world = new ReportWorld();
    private final Reporter reporter = world.reporter(HOUR);

    /** Another worker's. */
    private final Reporter other = world.reporter(HOUR);

    @Test
    void reportsNothingBeforeItHasSettled() {
        world.clock.advance(SETTLED.minusNanos(1));
        assertThat(reporter.run()).isEqualTo(new Outcome.Idle());
        world.clock.advance(Duration.ofNanos(1));
        assertThat(reporter.run()).isInstanceOf(Outcome.Reported.class);
    }

    @Test
    void theFirstReportBeginsAtTheSetting() {
        world.clock.advance(Duration.ofHours(5));
        reporter.run();
        assertThat(world.reports().getFirst().window().from().start()).isEqualTo(START);
    }

    @Test
    void filesAreWrittenAfterTheReportIsCommitted() {
        world.finishAfter(SETTLED, reporter);
        assertThat(world.files)
                .containsExactly("report-202603011200-202603011300.csv", "report-202603011200-202603011300.json");
    }

    private void assertRefused(int due) {
        assertThat(reporter.run())
                .isInstanceOfSatisfying(
                        Outcome.Refused.class,
                        refused -> assertThat(refused.due()).isEqualTo(due));
    }

    @Test
    void refusedFilesDelayNoReportAndFollowInOrder() {
        world.publish("ann", START);
        world.publish("bob", START.plus(HOUR));
        world.refusing.set(true);
        world.clock.advance(SETTLED);
        assertThat(reporter.run()).isInstanceOf(Outcome.Reported.class);
        assertRefused(1);
        world.clock.advance(HOUR);
        assertThat(reporter.run()).isInstanceOf(Outcome.Reported.class);
        assertRefused(2);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L, "bob", 1L));
        world.refusing.set(false);
        world.finishAfter(MINUTE, reporter);
        assertThat(world.files)
                .containsExactly(
                        "report-202603011200-202603011300.csv",
                        "report-202603011200-202603011300.json",
                        "report-202603011300-202603011400.csv",
                        "report-202603011300-202603011400.json");
        assertThat(reporter.run()).isEqualTo(new Outcome.Idle());
    }

    @Test
    void refusedFilesAreRetriedAfterGrowingPauses() {
        world.refusing.set(true);
        world.finishAfter(SETTLED, reporter);
        for (int pause : List.of(10, 20)) {
            world.clock.advance(Duration.ofSeconds(pause).minusNanos(1));
            assertThat(reporter.run()).isEqualTo(new Outcome.Waiting());
            world.clock.advance(Duration.ofNanos(1));
            assertThat(reporter.run()).isInstanceOf(Outcome.Refused.class);
        }
    }

    @Test
    void anotherWorkerWritesARefusedFile() {
        world.refusing.set(true);
        world.finishAfter(SETTLED, reporter);
        world.refusing.set(false);
        finish(other);
        assertThat(world.files).hasSize(2);
    }

    /** Of a target that refuses them for longer than lines live. */
    @Test
    void filesOfExpiredLinesAreLeftOut() {
        world.publish("ann", START);
        world.refusing.set(true);
        world.finishAfter(SETTLED, reporter);
        world.refusing.set(false);
        world.clock.advance(Duration.ofDays(90));
        assertThat(reporter.run()).isInstanceOf(Outcome.Reported.class);
        finish(reporter);
        assertThat(world.files).doesNotContain("report-202603011200-202603011300.csv");
        assertThat(world.fakes.reports().checkpoint().filesDue()).isFalse();
    }

    @Test
    void aCrashAtAnyStepLeavesEveryEventInOneReport() {
        CrashPoint.each(ReporterTest::diesAndIsFollowed);
    }

    private static Run diesAndIsFollowed(CrashPoint point) {
        ReportWorld world = new ReportWorld();
        world.publish("ann", START);
        world.publish("bob", START.plusSeconds(3_000));
        world.clock.advance(SETTLED);
        Run run = world.steps.run(point, () -> finish(world.reporter(HOUR)));
        world.finishAfter(ReportWorld.LEASE.plusSeconds(1), world.reporter(HOUR));
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L, "bob", 1L));
        assertThat(world.reports()).hasSize(1);
        assertThat(new HashSet<>(world.files)).hasSize(2);
        return run;
    }

    @Test
    void keepsTheLeaseWhileItWritesLines() {
        for (int n = 0; n < 3 * ReportStore.LINES + 1; n++) {
            world.publish("author-" + n, START);
        }
        world.clock.advance(SETTLED);
        for (int part = 1; part <= 4; part++) {
            world.steps.before("putLines", part, () -> world.clock.advance(MINUTE.plusSeconds(10)));
        }
        world.steps.before("commit", 1, () -> assertThat(other.run()).isEqualTo(new Outcome.Busy()));
        assertThat(reporter.run()).isInstanceOf(Outcome.Reported.class);
        assertThat(world.reports().getFirst().totals().authors()).isEqualTo(3 * ReportStore.LINES + 1);
    }

    @Test
    void aReporterThatLosesItsLeaseWritesNoMoreLines() {
        for (int n = 0; n < 2 * ReportStore.LINES; n++) {
            world.publish("author-" + n, START);
        }
        world.clock.advance(SETTLED);
        world.steps.before("putLines", 1, () -> {
            world.clock.advance(ReportWorld.LEASE.plusSeconds(1));
            finish(other);
        });
        Run run = world.steps.run(
                CrashPoint.NONE, () -> assertThat(reporter.run()).isEqualTo(new Outcome.Overtaken()));
        assertThat(run.steps()).filteredOn(step -> step.contains("putLines")).hasSize(1);
        assertThat(run.steps()).noneMatch(step -> step.contains("commit"));
        assertThat(world.reports()).hasSize(1);
    }

    @Test
    void aRequestedReportDoesNotWaitForTheHour() {
        world.publish("ann", START);
        world.finishAfter(MINUTE.multipliedBy(50), reporter);
        world.fakes.reports().request();
        finish(reporter);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L));
        assertThat(world.reports().getFirst().window().quarters()).hasSize(1);
    }

    @Test
    void aRequestDuringARequestedReportIsCarriedOutWhenMoreHasSettled() {
        world.finishAfter(MINUTE.multipliedBy(50), reporter);
        world.fakes.reports().request();
        world.steps.before("commit", 1, () -> world.fakes.reports().request());
        finish(reporter);
        assertThat(world.reports()).hasSize(1);
        world.publish("ann", START.plus(QUARTER));
        world.finishAfter(MINUTE.multipliedBy(15), reporter);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L));
    }

    @Test
    void aRequestIsAnsweredOnceAllThatHasSettledIsReported() {
        Reporter daily = world.reporter(Duration.ofDays(1));
        world.finishAfter(Duration.ofHours(30), daily);
        world.fakes.reports().request();
        world.finishAfter(Duration.ofHours(30), daily);
        assertThat(world.reports().getLast().window().to().start())
                .isEqualTo(START.plus(Duration.ofHours(60)).minus(MINUTE.multipliedBy(45)));
    }
}
