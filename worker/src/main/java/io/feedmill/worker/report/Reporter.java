package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Sums;
import io.feedmill.common.report.Report.Totals;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStore;
import io.feedmill.common.report.ReportStore.Checkpoint;
import io.feedmill.common.report.ReportStore.Lease;
import java.io.IOException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/**
 * Makes the report that is due. May crash at any step and run beside others: a report is created by one transaction, which also moves the checkpoint
 * and requires the latest lease. Not thread-safe.
 */
@Component
final class Reporter {
    /** Includes events from before the first check of the first worker. */
    private static final Duration BEFORE_FIRST_CHECK = Duration.ofHours(1);

    private final ReportStore reports;
    private final LedgerStore ledger;
    private final ReportFiles files;
    private final ReportSettings settings;
    private final ReportWindows windows;
    private final Clock clock;
    private final String holder;

    Reporter(
            ReportStore reports,
            LedgerStore ledger,
            ReportFiles files,
            ReportSettings settings,
            Clock clock,
            RandomGenerator random) {
        this.reports = reports;
        this.ledger = ledger;
        this.files = files;
        this.settings = settings;
        this.windows = new ReportWindows(settings.every(), settings.settle());
        this.clock = clock;
        this.holder = new UUID(random.nextLong(), random.nextLong()).toString();
    }

    sealed interface Outcome {
        record Idle() implements Outcome {}

        /** No report is due. Files are due, and postponed after a refusal. */
        record Waiting() implements Outcome {}

        /** Another worker holds the lease. */
        record Busy() implements Outcome {}

        /** Another worker took over the lease: the work of this one is discarded. */
        record Overtaken() implements Outcome {}

        /** A report is created, without {@code unknown} events of a newer version. Its files are due. */
        record Reported(Report report, long unknown) implements Outcome {}

        /** The files of this report are written. {@code due} other reports lack theirs. */
        record Exported(Report report, int due) implements Outcome {}

        /** No file is written; the files of {@code due} reports are due. */
        record Refused(int due, IOException why) implements Outcome {}
    }

    /** Makes the next report if one is due, or else the files of one. */
    Outcome run() {
        Checkpoint seen = begun();
        if (due(seen).isEmpty() && !files.due(seen)) {
            return nothing(seen);
        }
        Optional<Lease> lease = reports.acquire(holder, settings.lease());
        if (lease.isEmpty()) {
            return new Outcome.Busy();
        }
        Outcome outcome = run(lease.get());
        reports.release(lease.get());
        return outcome;
    }

    private Checkpoint begun() {
        Checkpoint checkpoint = reports.checkpoint();
        return checkpoint.next() == null ? reports.begin(beginning()) : checkpoint;
    }

    private QuarterHour beginning() {
        Instant since = settings.since();
        return QuarterHour.of(since == null ? clock.instant().minus(BEFORE_FIRST_CHECK) : since);
    }

    private Optional<Window> due(Checkpoint checkpoint) {
        QuarterHour from = checkpoint.next();
        if (from == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        return checkpoint.requested() ? windows.settled(from, now) : windows.next(from, now);
    }

    /** Reads the checkpoint again: another worker may have moved it before this one had the lease. */
    private Outcome run(Lease lease) {
        Checkpoint checkpoint = reports.checkpoint();
        Optional<Window> window = due(checkpoint);
        if (window.isPresent()) {
            return report(window.get(), checkpoint, lease);
        }
        return files.due(checkpoint) ? files.write(checkpoint) : nothing(checkpoint);
    }

    private static Outcome nothing(Checkpoint checkpoint) {
        return checkpoint.filesDue() ? new Outcome.Waiting() : new Outcome.Idle();
    }

    private Outcome report(Window window, Checkpoint seen, Lease lease) {
        long answered = answered(window, seen);
        try (ReportTally tally = new ReportTally(ReportTally.MAX_AUTHORS)) {
            Optional<Report> report = new Making(window, lease, tally).report();
            return report.isPresent() && reports.commit(report.get(), answered)
                    ? new Outcome.Reported(report.get(), tally.unknown())
                    : new Outcome.Overtaken();
        }
    }

    /** A report that ends before the last settled quarter answers no request. Requests that come from now on wait for the next report. */
    private long answered(Window window, Checkpoint seen) {
        return window.to().compareTo(windows.settled(clock.instant())) < 0 ? seen.answered() : seen.requests();
    }

    /** The reads and writes for one report, by the holder of a lease, who renews it. */
    private final class Making {
        private final Window window;
        private final ReportTally tally;
        private Lease lease;
        private double units;

        Making(Window window, Lease lease, ReportTally tally) {
            this.window = window;
            this.lease = lease;
            this.tally = tally;
        }

        /** Returns empty if the lease was lost before the end. */
        Optional<Report> report() {
            boolean read = window.quarters().stream()
                    .flatMap(quarter -> ledger.partitions(quarter).stream())
                    .allMatch(this::read);
            return read ? putLines().map(this::made) : Optional.empty();
        }

        /** Renews the lease after half of its time. Returns false if another worker holds it. */
        private boolean keepLease() {
            if (clock.instant().plus(settings.lease().dividedBy(2)).isBefore(lease.until())) {
                return true;
            }
            Optional<Lease> renewed = reports.renew(lease, settings.lease());
            renewed.ifPresent(longer -> lease = longer);
            return renewed.isPresent();
        }

        private boolean read(ShardedKey partition) {
            @Nullable String next = null;
            do {
                if (!keepLease()) {
                    return false;
                }
                LedgerPage page = ledger.page(partition, next);
                page.entries().forEach(tally::add);
                units += page.units();
                next = page.next();
            } while (next != null);
            return true;
        }

        private Optional<Totals> putLines() {
            Totals totals = new Totals(0, tally.events(), Sums.NONE);
            Iterator<ReportLine> lines = tally.lines();
            for (int number = 0; lines.hasNext(); number++) {
                if (!keepLease()) {
                    return Optional.empty();
                }
                List<ReportLine> part = new ArrayList<>(ReportStore.LINES);
                while (lines.hasNext() && part.size() < ReportStore.LINES) {
                    part.add(lines.next());
                }
                reports.putLines(window, lease, number, part);
                totals = totals.plus(part);
            }
            return Optional.of(totals);
        }

        private Report made(Totals totals) {
            Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
            return new Report(window, lease.token(), totals, settings.pricePerMillion(), Math.round(units), now);
        }
    }

    /** Chooses the next window: from the end of the last one, of quarters that ended at least {@code settle} ago, which get no events any more. */
    record ReportWindows(Duration every, Duration settle) {
        /** Limits the work that is repeated after a crash. */
        private static final Duration MAX = Duration.ofDays(1);

        /** Returns a window of whole intervals, or empty before one has settled. */
        Optional<Window> next(QuarterHour from, Instant now) {
            return upTo(QuarterHour.floor(now.minus(settle), every), from);
        }

        /** Returns a window up to the last settled quarter, or empty if that is reported. */
        Optional<Window> settled(QuarterHour from, Instant now) {
            return upTo(settled(now), from);
        }

        /** Returns the first quarter that has not settled. */
        QuarterHour settled(Instant now) {
            return QuarterHour.of(now.minus(settle));
        }

        private static Optional<Window> upTo(QuarterHour end, QuarterHour from) {
            QuarterHour latest = new QuarterHour(from.start().plus(MAX));
            QuarterHour to = end.compareTo(latest) < 0 ? end : latest;
            return from.compareTo(to) < 0 ? Optional.of(new Window(from, to)) : Optional.empty();
        }
    }
}
