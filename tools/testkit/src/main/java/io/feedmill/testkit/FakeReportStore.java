package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStore.ReportPage;
import io.feedmill.common.report.ReportStores.CheckpointStore.Checkpoint;
import io.feedmill.common.report.ReportStores.LeaseStore.Lease;
import io.feedmill.testkit.FakeReports.Lines;
import io.feedmill.testkit.FakeReports.LinesKey;
import java.util.List;
import java.util.NavigableMap;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

final class FakeReportStore implements ReportStore {
    private final FakeTables tables;

    FakeReportStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public void putLines(Window window, Lease lease, int number, List<ReportLine> lines) {
        synchronized (tables) {
            tables.reports.lines.putIfAbsent(
                    new LinesKey(window.from(), lease.token(), number),
                    new Lines(List.copyOf(lines), tables.now().plus(FakeTables.RETENTION)));
        }
    }

    @Override
    public boolean commit(Report report, long answered) {
        synchronized (tables) {
            Checkpoint checkpoint = tables.reports.checkpoint;
            Window window = report.window();
            if (!tables.reports.isLatest(report.token()) || !window.from().equals(checkpoint.next())) {
                return false;
            }
            tables.reports.checkpoint =
                    new Checkpoint(window.to(), checkpoint.requests(), answered, checkpoint.exported());
            tables.reports.reports.put(window.from(), report);
            return true;
        }
    }

    @Override
    public Optional<Report> find(QuarterHour from) {
        synchronized (tables) {
            return Optional.ofNullable(tables.reports.reports.get(from));
        }
    }

    @Override
    public List<Report> from(QuarterHour first, int limit) {
        synchronized (tables) {
            return tables.reports.reports.tailMap(first, true).values().stream()
                    .limit(limit)
                    .toList();
        }
    }

    @Override
    public ReportPage newest(@Nullable QuarterHour after, int limit) {
        synchronized (tables) {
            NavigableMap<QuarterHour, Report> all = tables.reports.reports;
            NavigableMap<QuarterHour, Report> rest = after == null ? all : all.headMap(after, false);
            List<Report> page =
                    rest.descendingMap().values().stream().limit(limit).toList();
            return new ReportPage(
                    page, page.size() < rest.size() ? page.getLast().window().from() : null);
        }
    }

    @Override
    public List<ReportLine> lines(Report report, int first, int limit) {
        synchronized (tables) {
            LinesKey key = new LinesKey(report.window().from(), report.token(), first / LINES);
            Lines part = tables.reports.lines.get(key);
            return part == null || !tables.now().isBefore(part.expires())
                    ? List.of()
                    : part.lines().stream().skip(first % LINES).limit(limit).toList();
        }
    }
}
