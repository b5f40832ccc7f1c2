package io.feedmill.api.report;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStore.Lease;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;

@ApiTest
record ReportsIT(Http http, ReportStore reports) {
    /** Makes the next report, of one hour. */
    private String report() {
        QuarterHour from = Objects.requireNonNull(
                reports.begin(QuarterHour.parse("202603011200")).next());
        Window window = new Window(from, from.next().next().next().next());
        List<ReportLine> lines = List.of(
                new ReportLine(user("ann"), new Sums(3, 1_000, 0, 1_072, 0)),
                new ReportLine(user("bob"), new Sums(1, 200, 7, 216, 0)));
        Lease lease = reports.acquire("test", Duration.ofMinutes(1)).orElseThrow();
        reports.putLines(window, lease, 0, lines);
        BigDecimal price = new BigDecimal("0.625");
        Totals totals = new Totals(0, 7, Sums.NONE).plus(lines);
        assertThat(reports.commit(new Report(window, lease.token(), totals, price, 64, Instant.EPOCH), 0))
                .isTrue();
        return from.value();
    }

    @Test
    void showsAReportWithItsLines() {
        JsonNode json = http.get("/v1/reports/" + report()).json();
        assertThat(json.path("report").propertyNames())
                .containsExactly(
                        "id",
                        "from",
                        "to",
                        "authors",
                        "events",
                        "posts",
                        "deliveries",
                        "views",
                        "retractions",
                        "writeUnits",
                        "price",
                        "readUnits",
                        "createdAt");
        assertThat(json.path("report").path("price").decimalValue()).isEqualByComparingTo("0.000805");
        assertThat(json.path("items").path(0).path("author").asString()).isEqualTo("ann");
        assertThat(json.has("next")).isFalse();
    }

    @Test
    void pagesThroughTheLines() {
        String path = "/v1/reports/" + report() + "?limit=1";
        Http.Answer second = http.get(path + "&cursor=" + http.get(path).text("next"));
        assertThat(second.items("author")).containsExactly("bob");
        assertThat(second.json().has("next")).isFalse();
    }

    @Test
    void aReportWhoseLinesHaveExpiredHasItsTotals() {
        QuarterHour from = QuarterHour.parse(report()).next().next().next().next();
        Lease lease = reports.acquire("test", Duration.ofMinutes(1)).orElseThrow();
        Totals totals = new Totals(2, 7, new Sums(4, 1_200, 7, 1_288, 0));
        Report report =
                new Report(new Window(from, from.next()), lease.token(), totals, BigDecimal.ONE, 64, Instant.EPOCH);
        assertThat(reports.commit(report, 0)).isTrue();
        JsonNode json = http.get("/v1/reports/" + from.value()).json();
        assertThat(json.path("report").path("authors").asInt()).isEqualTo(2);
        assertThat(json.path("items")).isEmpty();
        assertThat(json.has("next")).isFalse();
    }

    @Test
    void listsTheNewestFirst() {
        String older = report();
        String newer = report();
        Http.Answer page = http.get("/v1/reports?limit=1");
        assertThat(page.items("id")).containsExactly(newer);
        assertThat(http.get("/v1/reports?limit=1&cursor=" + page.text("next")).items("id"))
                .containsExactly(older);
    }

    @Test
    void requestsTheNextReport() {
        report();
        Http.Answer answer = http.send("POST", "/v1/reports:run");
        assertThat(answer.status()).isEqualTo(202);
        assertThat(reports.checkpoint().requested()).isTrue();
        assertThat(answer.id())
                .isEqualTo(Objects.requireNonNull(reports.checkpoint().next()).value());
    }

    @Test
    void findsNoOtherReports() {
        assertThat(http.get("/v1/reports/nonsense").problem()).isEqualTo("report-not-found");
        assertThat(http.get("/v1/reports/199901010000").problem()).isEqualTo("report-not-found");
        String cursor = http.get("/v1/reports/" + report() + "?limit=1").text("next");
        assertThat(http.get("/v1/reports?cursor=" + cursor).problem()).isEqualTo("invalid-cursor");
    }
}
