package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import io.feedmill.worker.report.Reporter.ReportWindows;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class ReportWindowsTest {
    /** Half an hour instead of the default, whose additional minute is of no use here. */
    private static final Duration SETTLE = Duration.ofMinutes(30);

    private static final ReportWindows HOURLY = new ReportWindows(Duration.ofHours(1), SETTLE);
    private static final ReportWindows QUARTERLY = new ReportWindows(Duration.ofMinutes(15), SETTLE);

    private static Instant at(String time) {
        return Instant.parse("2026-03-01T" + time + "Z");
    }

    private static QuarterHour quarter(String time) {
        return new QuarterHour(at(time));
    }

    private static Optional<Window> window(String from, String to) {
        return Optional.of(new Window(quarter(from), quarter(to)));
    }

    @Test
    void anHourIsReportedHalfAnHourAfterItsEnd() {
        assertThat(HOURLY.next(quarter("10:00:00"), at("11:29:59.999999999"))).isEmpty();
        assertThat(HOURLY.next(quarter("10:00:00"), at("11:30:00"))).isEqualTo(window("10:00:00", "11:00:00"));
    }

    @Test
    void aLongerIntervalGoesOnWhereAShorterOneEnded() {
        assertThat(QUARTERLY.next(quarter("10:00:00"), at("10:45:00"))).isEqualTo(window("10:00:00", "10:15:00"));
        assertThat(HOURLY.next(quarter("10:15:00"), at("11:29:00"))).isEmpty();
        assertThat(HOURLY.next(quarter("10:15:00"), at("11:30:00"))).isEqualTo(window("10:15:00", "11:00:00"));
    }

    @Test
    void aShorterIntervalGoesOnWhereALongerOneEnded() {
        assertThat(QUARTERLY.next(quarter("11:00:00"), at("11:44:59"))).isEmpty();
        assertThat(QUARTERLY.next(quarter("11:00:00"), at("11:45:00"))).isEqualTo(window("11:00:00", "11:15:00"));
    }

    @Test
    void aRequestedReportEndsWithTheLastSettledQuarter() {
        assertThat(HOURLY.settled(quarter("10:00:00"), at("11:14:59"))).isEqualTo(window("10:00:00", "10:30:00"));
        assertThat(HOURLY.settled(quarter("10:30:00"), at("11:14:59"))).isEmpty();
    }

    @Test
    void missedTimeIsOneReportOfUpToADay() {
        assertThat(HOURLY.next(quarter("10:00:00"), at("15:40:00"))).isEqualTo(window("10:00:00", "15:00:00"));
        Window day = HOURLY.next(quarter("10:00:00"), at("15:40:00").plus(Duration.ofDays(3)))
                .orElseThrow();
        assertThat(day.length()).isEqualTo(Duration.ofDays(1));
    }

    @Test
    void aClockThatStepsBackReportsNothing() {
        assertThat(HOURLY.next(quarter("10:00:00"), at("09:00:00"))).isEmpty();
    }
}
