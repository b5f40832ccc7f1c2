package io.feedmill.worker.report;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;
import io.feedmill.worker.report.ReportFiles.ReportFormat;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

class ReportFormatTest {
    private static final QuarterHour FROM = QuarterHour.parse("202603011200");
    private static final List<ReportLine> LINES = List.of(
            new ReportLine(user("ann"), new Sums(3, 1_000, 0, 1_072, 0)),
            new ReportLine(user("b_.-"), new Sums(1, 200, 7, 216, 2)));
    private static final Report REPORT = new Report(
            new Window(FROM, FROM.next()),
            1,
            new Totals(0, 7, Sums.NONE).plus(LINES),
            new BigDecimal("0.625"),
            16,
            Instant.EPOCH);

    private static String text(ReportFormat format, List<ReportLine> lines) {
        StringBuilder text = new StringBuilder(format.head(REPORT));
        for (int n = 0; n < lines.size(); n++) {
            text.append(format.line(REPORT, lines.get(n), n));
        }
        return text.append(format.tail).toString();
    }

    @Test
    void csvHasALineOfNamesAndALineAnAuthor() {
        assertThat(text(ReportFormat.CSV, LINES)).isEqualTo("""
                        from,to,author,posts,deliveries,views,writeUnits,price,retractions
                        2026-03-01T12:00:00Z,2026-03-01T12:15:00Z,ann,3,1000,0,1072,0.000670,0
                        2026-03-01T12:00:00Z,2026-03-01T12:15:00Z,b_.-,1,200,7,216,0.000135,2
                        """);
    }

    @Test
    void jsonHasTotalsAndAuthors() {
        JsonNode json = JsonMapper.shared().readTree(text(ReportFormat.JSON, LINES));
        assertThat(json.path("events").asInt()).isEqualTo(7);
        assertThat(json.path("writeUnits").asInt()).isEqualTo(1_288);
        assertThat(json.path("price").decimalValue()).isEqualByComparingTo("0.000805");
        assertThat(json.path("authors")).hasSize(2);
        assertThat(json.path("authors").path(1).path("views").asInt()).isEqualTo(7);
        assertThat(json.path("retractions").asInt()).isEqualTo(2);
        assertThat(json.path("authors").path(1).path("retractions").asInt()).isEqualTo(2);
    }

    @Test
    void anEmptyResultIsJson() {
        assertThat(JsonMapper.shared()
                        .readTree(text(ReportFormat.JSON, List.of()))
                        .path("authors"))
                .isEmpty();
    }
}
