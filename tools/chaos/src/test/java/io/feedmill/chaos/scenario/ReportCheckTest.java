package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;
import io.feedmill.stack.verify.Findings;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ReportCheckTest {
    private static final QuarterHour FROM = QuarterHour.parse("202603011200");
    private static final PostId POST = new PostId(1, "11111111111");
    private static final ReportLine ANN = new ReportLine(new UserId("ann"), 0, 0, 3, 8, 0);
    private static final ReportLine BOB = new ReportLine(new UserId("bob"), 1, 7, 0, 25, 0);

    private final Findings findings = new Findings();
    private final ReportCheck check = new ReportCheck(
            Map.of(
                    "ann", new LedgerEntry.Viewed(POST, new UserId("ann"), FROM.start(), 3),
                    "bob", new LedgerEntry.Posted(POST, new UserId("bob"), FROM.start(), 7, 0, 0)),
            findings);

    private void add(QuarterHour from, ReportLine... lines) {
        Totals totals = Totals.of(List.of(lines), lines.length);
        check.add(
                new Report(new Window(from, from.next()), 1, totals, BigDecimal.ONE, 16, Instant.EPOCH),
                List.of(lines));
    }

    private List<String> sentences() {
        check.end();
        return findings.first();
    }

    @Test
    void findsNothingIfEveryEventIsInOneReport() {
        add(FROM, ANN, BOB);
        assertThat(sentences()).isEmpty();
    }

    @Test
    void findsAMissingEvent() {
        add(FROM, BOB);
        assertThat(sentences()).containsExactly("The event of ann is in no report.");
    }

    @Test
    void findsAnEventInTwoReports() {
        add(FROM, ANN, BOB);
        add(FROM, ANN);
        assertThat(sentences()).containsExactly("The event of ann is in two reports.");
    }

    @Test
    void findsAnEventInTheReportOfAnotherTime() {
        add(FROM, ANN);
        add(FROM.next(), BOB);
        assertThat(sentences())
                .containsExactly("The event of bob, of 2026-03-01T12:00:00Z, is in the report 202603011215.");
    }

    @Test
    void findsAnEventThatIsCountedTwiceInOneReport() {
        add(FROM, ANN, new ReportLine(new UserId("bob"), 2, 14, 0, 50, 0));
        assertThat(sentences()).singleElement().asString().startsWith("Report 202603011200 says of Posted[");
    }

    @Test
    void findsLinesOfUnknownAuthors() {
        add(FROM, ANN, BOB, new ReportLine(new UserId("cid"), 1, 0, 0, 16, 0));
        assertThat(sentences()).containsExactly("Report 202603011200 has a line of cid, who has no event.");
    }
}
