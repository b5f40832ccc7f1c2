package io.feedmill.worker.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import io.feedmill.worker.report.Reporter.ReportWindows;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ReportWindowsTest {
    /** Half an hour instead of the default, whose additional minute is of no use here. */
    private static final Duration SETTLE = Duration.ofMinutes(30);

    private static final ReportWindows HOURLY = new ReportWindows(Duration.ofHours(1), SETTLE);
    private static final ReportWindows QUARTERLY = new ReportWindows(Duration.ofMinutes(15), SETTLE);

    private static Instant at(String time) {
        return Instant.parse("2026-03-01T" + time + "Z");
    }

    private static QuarterHour quarter(String time) {
        return new QuarterHour(at(time + ":00"));
    }

    private static Optional<Window> window(String from, @Nullable String to) {
        return Optional.ofNullable(to).map(end -> new Window(quarter(from), quarter(end)));
    }

    @ParameterizedTest
    @CsvSource({
        "an hour is reported half an hour after its end, HOURLY, 10:00, 11:29:59.999999999,",
        "an hour is reported half an hour after its end, HOURLY, 10:00, 11:30:00, 11:00",
        "a shorter interval, QUARTERLY, 10:00, 10:45:00, 10:15",
        "a longer interval goes on where it ended, HOURLY, 10:15, 11:29:00,",
        "a longer interval goes on where it ended, HOURLY, 10:15, 11:30:00, 11:00",
        "a shorter one goes on where a longer one ended, QUARTERLY, 11:00, 11:44:59,",
        "a shorter one goes on where a longer one ended, QUARTERLY, 11:00, 11:45:00, 11:15",
        "missed time is one report, HOURLY, 10:00, 15:40:00, 15:00",
        "a clock that steps back reports nothing, HOURLY, 10:00, 09:00:00,"
    })
    void theNextReport(String why, String interval, String from, String now, @Nullable String to) {
        ReportWindows windows = interval.equals("HOURLY") ? HOURLY : QUARTERLY;
        assertThat(windows.next(quarter(from), at(now))).as(why).isEqualTo(window(from, to));
    }

    @Test
    void aReportIsOfADayAtMost() {
        Instant later = at("15:40:00").plus(Duration.ofDays(3));
        assertThat(HOURLY.next(quarter("10:00"), later).orElseThrow().quarters())
                .hasSize(24 * 4);
    }

    @Test
    void aRequestedReportEndsWithTheLastSettledQuarter() {
        assertThat(HOURLY.settled(quarter("10:00"), at("11:14:59"))).isEqualTo(window("10:00", "10:30"));
        assertThat(HOURLY.settled(quarter("10:30"), at("11:14:59"))).isEmpty();
    }
}
