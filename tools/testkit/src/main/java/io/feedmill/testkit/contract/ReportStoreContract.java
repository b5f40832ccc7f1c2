package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStore.Checkpoint;
import io.feedmill.common.report.ReportStore.Lease;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.Race;
import io.feedmill.testkit.SettableClock;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** The contract of the stores of reports. All tests share one checkpoint: each continues where the previous one ended. */
public abstract class ReportStoreContract extends Contract {
    private static final Duration TIME = Duration.ofMinutes(2);

    private final ReportStore reports = stores.reports();
    private final QuarterHour from;
    private final Lease lease;

    protected ReportStoreContract() {
        clock.advance(Duration.ofHours(1));
        from = Objects.requireNonNull(
                reports.begin(QuarterHour.of(SettableClock.START)).next());
        lease = reports.acquire(fresh("holder"), TIME).orElseThrow();
    }

    private Window window() {
        return new Window(from, from.next().next());
    }

    private Report report(Window window, long token, List<ReportLine> lines) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Report(window, token, new Totals(0, 7, Sums.NONE).plus(lines), new BigDecimal("0.625"), 64, now);
    }

    private static List<ReportLine> lines(int count) {
        return IntStream.range(0, count)
                .mapToObj(n -> new ReportLine(users("user", count).get(n), new Sums(n, 2L * n, 3L * n, 4L * n, 0)))
                .toList();
    }

    private void put(Lease holder, List<ReportLine> lines) {
        for (int first = 0; first < lines.size(); first += ReportStore.LINES) {
            List<ReportLine> part = lines.subList(first, Math.min(first + ReportStore.LINES, lines.size()));
            reports.putLines(window(), holder, first / ReportStore.LINES, part);
        }
    }

    private Report committed() {
        return committed(window());
    }

    private Report committed(Window window) {
        Report report = report(window, lease.token(), List.of());
        assertThat(reports.commit(report, 0)).isTrue();
        return report;
    }

    @Test
    void aReportIsFoundWithAllLines() {
        List<ReportLine> lines = lines(1_203);
        Report report = report(window(), lease.token(), lines);
        put(lease, lines);
        assertThat(reports.find(from)).isEmpty();
        assertThat(reports.commit(report, 0)).isTrue();
        assertThat(reports.find(from)).contains(report);
        List<ReportLine> read = new ArrayList<>();
        for (List<ReportLine> page = reports.lines(report, 0, 100);
                !page.isEmpty();
                page = reports.lines(report, read.size(), 100)) {
            read.addAll(page);
        }
        assertThat(read).isEqualTo(lines);
    }

    @Test
    void theLinesOfAReportExpireAfterNinetyDaysAndItsTotalsStay() {
        Report report = report(window(), lease.token(), lines(3));
        put(lease, lines(3));
        assertThat(reports.commit(report, 0)).isTrue();
        clock.advance(Duration.ofDays(90).minusSeconds(2));
        assertThat(reports.lines(report, 0, 100)).hasSize(3);
        clock.advance(Duration.ofSeconds(3));
        assertThat(reports.lines(report, 0, 100)).isEmpty();
        assertThat(reports.find(from)).contains(report);
    }

    @Test
    void aReportMovesTheCheckpointAndItsFilesAreDue() {
        exportAll();
        Checkpoint before = reports.request();
        assertThat(before).isEqualTo(new Checkpoint(from, before.requests(), before.answered(), from));
        Report report = report(window(), lease.token(), List.of());
        assertThat(reports.commit(report, before.requests())).isTrue();
        assertThat(reports.checkpoint())
                .isEqualTo(new Checkpoint(window().to(), before.requests(), before.requests(), from));
        assertThat(reports.checkpoint().requested()).isFalse();
        assertThat(reports.from(from, 10)).containsExactly(report);
        assertThat(reports.lines(report, 0, 100)).isEmpty();
        assertThat(reports.checkpoint().filesDue()).isTrue();
        reports.exported(window());
        assertThat(reports.checkpoint().filesDue()).isFalse();
    }

    @Test
    void filesAreWrittenInTheOrderOfTheirReports() {
        exportAll();
        Report first = committed();
        Report second = committed(new Window(window().to(), window().to().next()));
        assertThat(reports.from(from, 10)).containsExactly(first, second);
        assertThat(reports.from(from, 1)).containsExactly(first);
        reports.exported(second.window());
        assertThat(reports.checkpoint().exported()).isEqualTo(from);
        reports.exported(first.window());
        reports.exported(first.window());
        assertThat(reports.checkpoint().exported()).isEqualTo(second.window().from());
    }

    private void exportAll() {
        QuarterHour first = Objects.requireNonNull(reports.checkpoint().exported());
        reports.from(first, 1_000).forEach(report -> reports.exported(report.window()));
    }

    @Test
    void theBeginningIsSetOnceAndARequestReturnsIt() {
        assertThat(reports.begin(from.next()).next()).isEqualTo(from);
        assertThat(reports.request().next()).isEqualTo(from);
        assertThat(reports.request()).isEqualTo(reports.checkpoint());
        assertThat(reports.checkpoint().requested()).isTrue();
    }

    @Test
    void aRequestThatComesWhileAReportIsMadeStays() {
        Checkpoint seen = reports.request();
        reports.request();
        Report report = report(window(), lease.token(), List.of());
        assertThat(reports.commit(report, seen.requests())).isTrue();
        assertThat(reports.checkpoint().requested()).isTrue();
    }

    @Test
    void anEarlierLeaseCommitsNoReport() {
        clock.advance(TIME);
        Lease later = reports.acquire(fresh("other"), TIME).orElseThrow();
        assertThat(later.token()).isGreaterThan(lease.token());
        assertThat(reports.commit(report(window(), lease.token(), List.of()), 0))
                .isFalse();
        assertThat(reports.find(from)).isEmpty();
        assertThat(reports.checkpoint().next()).isEqualTo(from);
        assertThat(reports.commit(report(window(), later.token(), List.of()), 0))
                .isTrue();
    }

    @Test
    void aReportBeginsAtTheCheckpoint() {
        Window ahead = new Window(from.next(), from.next().next());
        assertThat(reports.commit(report(ahead, lease.token(), List.of()), 0)).isFalse();
        committed();
        Window earlier = new Window(from, from.next());
        assertThat(reports.commit(report(earlier, lease.token(), List.of()), 0)).isFalse();
        assertThat(reports.find(from).orElseThrow().window()).isEqualTo(window());
    }

    @Test
    void linesUnderAnotherTokenAreNotInTheReport() {
        put(lease, lines(3));
        clock.advance(TIME);
        Lease later = reports.acquire(fresh("other"), TIME).orElseThrow();
        put(later, lines(2));
        Report report = report(window(), later.token(), lines(2));
        assertThat(reports.commit(report, 0)).isTrue();
        assertThat(reports.lines(report, 0, 100)).isEqualTo(lines(2));
    }

    @Test
    void theNewestReportsComeFirst() {
        Report first = committed();
        Window next = new Window(window().to(), window().to().next());
        Report second = committed(next);
        Page<Report, QuarterHour> page = reports.newest(null, 1);
        assertThat(page.items()).containsExactly(second);
        assertThat(reports.newest(page.next(), 1).items()).containsExactly(first);
    }

    @Test
    void noOtherOwnerGetsTheLeaseBeforeItsEnd() {
        clock.advance(TIME.minusMillis(1));
        assertThat(reports.acquire(fresh("other"), TIME)).isEmpty();
        clock.advance(Duration.ofMillis(1));
        assertThat(reports.acquire(fresh("other"), TIME)).isPresent();
    }

    @Test
    void ofManyOwnersOneGetsTheLease() {
        clock.advance(TIME);
        List<Boolean> got =
                Race.of(6, () -> reports.acquire(fresh("racer"), TIME).isPresent());
        assertThat(got).containsOnlyOnce(true);
    }

    @Test
    void aRenewedLeaseLastsLonger() {
        clock.advance(Duration.ofMinutes(1));
        Lease renewed = reports.renew(lease, TIME).orElseThrow();
        assertThat(renewed)
                .isEqualTo(
                        new Lease(lease.holder(), lease.token(), lease.until().plusSeconds(60)));
        clock.advance(Duration.ofSeconds(90));
        assertThat(reports.acquire(fresh("other"), TIME)).isEmpty();
    }

    @Test
    void aReleasedLeaseIsFree() {
        reports.release(lease);
        assertThat(reports.acquire(fresh("other"), TIME)).isPresent();
    }

    @Test
    void anOwnerWithoutTheLeaseCannotTouchIt() {
        clock.advance(TIME);
        reports.acquire(fresh("other"), TIME);
        assertThat(reports.renew(lease, TIME)).isEmpty();
        reports.release(lease);
        assertThat(reports.acquire(fresh("third"), TIME)).isEmpty();
    }

    @Test
    void theHolderMayAcquireTheLeaseAgain() {
        Lease again = reports.acquire(lease.holder(), TIME).orElseThrow();
        assertThat(again.token()).isGreaterThan(lease.token());
    }
}
