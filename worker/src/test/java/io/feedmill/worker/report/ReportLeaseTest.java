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
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportLeaseTest {
    private static final Duration HOUR = Duration.ofHours(1);
    private static final Instant START = SettableClock.START;

    private final ReportWorld world = new ReportWorld();

    @Test
    void keepsTheLeaseWhileItWritesLines() {
        Reporter slow = world.reporter(HOUR);
        Reporter other = world.reporter(HOUR);
        for (int n = 0; n < 3 * ReportStore.LINES + 1; n++) {
            world.publish("author-" + n, START);
        }
        world.clock.advance(Duration.ofMinutes(91));
        for (int part = 1; part <= 4; part++) {
            world.steps.before("putLines", part, () -> world.clock.advance(MINUTE.plusSeconds(10)));
        }
        world.steps.before("commit", 1, () -> assertThat(other.run()).isEqualTo(new Outcome.Busy()));
        assertThat(slow.run()).isInstanceOf(Outcome.Reported.class);
        assertThat(world.reports().getFirst().totals().authors()).isEqualTo(3 * ReportStore.LINES + 1);
    }

    @Test
    void aReporterThatLosesItsLeaseWritesNoMoreLines() {
        Reporter slow = world.reporter(HOUR);
        Reporter other = world.reporter(HOUR);
        for (int n = 0; n < 2 * ReportStore.LINES; n++) {
            world.publish("author-" + n, START);
        }
        world.clock.advance(Duration.ofMinutes(91));
        world.steps.before("putLines", 1, () -> {
            world.clock.advance(ReportWorld.LEASE.plusSeconds(1));
            finish(other);
        });
        Run run = world.steps.run(CrashPoint.NONE, () -> assertThat(slow.run()).isEqualTo(new Outcome.Overtaken()));
        assertThat(run.steps()).filteredOn(step -> step.contains("putLines")).hasSize(1);
        assertThat(run.steps()).noneMatch(step -> step.contains("commit"));
        assertThat(world.reports()).hasSize(1);
    }

    @Test
    void aReporterThatLosesItsLeaseReportsNothing() {
        Reporter slow = world.reporter(HOUR);
        Reporter other = world.reporter(HOUR);
        world.publish("ann", START);
        world.clock.advance(Duration.ofMinutes(91));
        world.steps.before("commit", 1, () -> {
            world.clock.advance(ReportWorld.LEASE.plusSeconds(1));
            finish(other);
        });
        assertThat(slow.run()).isEqualTo(new Outcome.Overtaken());
        assertThat(world.reports()).hasSize(1);
        assertThat(world.posts()).isEqualTo(Map.of("ann", 1L));
    }
}
