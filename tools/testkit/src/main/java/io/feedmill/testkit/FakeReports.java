package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The table of reports: reports, their checkpoint, and the reporter's lease. */
final class FakeReports implements ReportStore {
    private final NavigableMap<QuarterHour, Report> reports = new TreeMap<>();
    private final Map<LinesKey, Lines> lines = new HashMap<>();
    private final Clock clock;
    private Checkpoint checkpoint = Checkpoint.NONE;
    private @Nullable Lease lease;

    FakeReports(Clock clock) {
        this.clock = clock;
    }

    /** The key of a part of a report's lines. */
    private record LinesKey(QuarterHour from, long token, int number) {}

    /** A part of a report's lines. */
    private record Lines(List<ReportLine> lines, Instant expires) {}

    @Override
    public void putLines(Window window, Lease writer, int number, List<ReportLine> part) {
        lines.putIfAbsent(
                new LinesKey(window.from(), writer.token(), number),
                new Lines(List.copyOf(part), clock.instant().plus(FakeTables.RETENTION)));
    }

    @Override
    public boolean commit(Report report, long answered) {
        Window window = report.window();
        if (!isLatest(report.token()) || !window.from().equals(checkpoint.next())) {
            return false;
        }
        checkpoint = new Checkpoint(window.to(), checkpoint.requests(), answered, checkpoint.exported());
        reports.put(window.from(), report);
        return true;
    }

    @Override
    public Optional<Report> find(QuarterHour from) {
        return Optional.ofNullable(reports.get(from));
    }

    @Override
    public List<Report> from(QuarterHour first, int limit) {
        return reports.tailMap(first, true).values().stream().limit(limit).toList();
    }

    @Override
    public ReportPage newest(@Nullable QuarterHour after, int limit) {
        NavigableMap<QuarterHour, Report> rest = after == null ? reports : reports.headMap(after, false);
        List<Report> page = rest.descendingMap().values().stream().limit(limit).toList();
        return new ReportPage(
                page, page.size() < rest.size() ? page.getLast().window().from() : null);
    }

    @Override
    public List<ReportLine> lines(Report report, int first, int limit) {
        Lines part = lines.get(new LinesKey(report.window().from(), report.token(), first / LINES));
        return part == null || !clock.instant().isBefore(part.expires())
                ? List.of()
                : part.lines().stream().skip(first % LINES).limit(limit).toList();
    }

    @Override
    public Checkpoint checkpoint() {
        return checkpoint;
    }

    @Override
    public Checkpoint begin(QuarterHour from) {
        if (checkpoint.next() == null) {
            checkpoint = new Checkpoint(from, checkpoint.requests(), checkpoint.answered(), from);
        }
        return checkpoint;
    }

    @Override
    public Checkpoint request() {
        checkpoint = new Checkpoint(
                checkpoint.next(), checkpoint.requests() + 1, checkpoint.answered(), checkpoint.exported());
        return checkpoint;
    }

    @Override
    public void exported(Window report) {
        if (report.from().equals(checkpoint.exported())) {
            checkpoint = new Checkpoint(checkpoint.next(), checkpoint.requests(), checkpoint.answered(), report.to());
        }
    }

    @Override
    public Optional<Lease> acquire(String holder, Duration time) {
        if (lease != null
                && clock.instant().isBefore(lease.until())
                && !lease.holder().equals(holder)) {
            return Optional.empty();
        }
        return set(new Lease(holder, lease == null ? 1 : lease.token() + 1, end(time)));
    }

    @Override
    public Optional<Lease> renew(Lease held, Duration time) {
        return isLatest(held.token()) ? set(new Lease(held.holder(), held.token(), end(time))) : Optional.empty();
    }

    @Override
    public void release(Lease held) {
        if (isLatest(held.token())) {
            lease = new Lease(held.holder(), held.token(), Instant.EPOCH);
        }
    }

    private boolean isLatest(long token) {
        return lease != null && lease.token() == token;
    }

    private Instant end(Duration time) {
        return clock.instant().plus(time).truncatedTo(ChronoUnit.MILLIS);
    }

    private Optional<Lease> set(Lease next) {
        lease = next;
        return Optional.of(next);
    }
}
