package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.Checkpoint;
import io.feedmill.common.report.Lease;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.ReportLine;
import io.feedmill.common.report.ReportStores;
import io.feedmill.common.report.Totals;
import io.feedmill.common.report.Window;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/**
 * Makes the report that is due. It may die at any step, and others may run beside it: what makes a report one is a single transaction, which
 * also moves the checkpoint, under the latest lease. Not thread-safe.
 */
final class Reporter {
    /** More than what a first report would need: events of before the first worker began to look. */
    private static final Duration BEFORE_THE_FIRST_LOOK = Duration.ofHours(1);

    private final ReportStores stores;
    private final LedgerStore ledger;
    private final ReportExport export;
    private final ReportSettings settings;
    private final ReportWindows windows;
    private final Clock clock;
    private final String holder = UUID.randomUUID().toString();

    Reporter(ReportStores stores, LedgerStore ledger, ReportExport export, ReportSettings settings, Clock clock) {
        this.stores = stores;
        this.ledger = ledger;
        this.export = export;
        this.settings = settings;
        this.windows = new ReportWindows(settings.every(), settings.settle());
        this.clock = clock;
    }

    /** What came of a look at what is due. */
    sealed interface Outcome {
        /** Nothing is due. */
        record Idle() implements Outcome {}

        /** Another worker reports. */
        record Busy() implements Outcome {}

        /** Another worker took over meanwhile: what this one did is void. */
        record Overtaken() implements Outcome {}

        /** There is one more report; its files come next. */
        record Reported(Report report) implements Outcome {}

        /** The files of the last report are written. */
        record Exported(QuarterHour report) implements Outcome {}
    }

    /** A step further, if one is due: the files of the last report, or the next report. */
    Outcome run() {
        Checkpoint seen = begun();
        if (seen.exporting() == null && due(seen).isEmpty()) {
            return new Outcome.Idle();
        }
        Optional<Lease> lease = stores.leases().acquire(holder, settings.lease());
        if (lease.isEmpty()) {
            return new Outcome.Busy();
        }
        Outcome outcome = run(lease.get());
        stores.leases().release(lease.get());
        return outcome;
    }

    private Checkpoint begun() {
        Checkpoint checkpoint = stores.checkpoint().read();
        return checkpoint.next() == null ? stores.checkpoint().begin(beginning()) : checkpoint;
    }

    private QuarterHour beginning() {
        Instant since = settings.since();
        return QuarterHour.of(since == null ? clock.instant().minus(BEFORE_THE_FIRST_LOOK) : since);
    }

    private Optional<Window> due(Checkpoint checkpoint) {
        QuarterHour from = checkpoint.next();
        if (from == null) {
            return Optional.empty();
        }
        Instant now = clock.instant();
        return checkpoint.requested() ? windows.settled(from, now) : windows.next(from, now);
    }

    /** Reads the checkpoint again: another worker may have moved it before the lease was ours. */
    private Outcome run(Lease lease) {
        Checkpoint checkpoint = stores.checkpoint().read();
        QuarterHour unwritten = checkpoint.exporting();
        if (unwritten != null) {
            write(unwritten);
            return new Outcome.Exported(unwritten);
        }
        return due(checkpoint).map(window -> report(window, lease)).orElseGet(Outcome.Idle::new);
    }

    private Outcome report(Window window, Lease lease) {
        HeldLease held = new HeldLease(stores.leases(), lease, settings.lease(), clock);
        LedgerReader reader = new LedgerReader(ledger, held);
        if (!reader.read(window)) {
            return new Outcome.Overtaken();
        }
        List<ReportLine> lines = reader.tally().lines();
        Report report = made(window, lease, Totals.of(lines, reader.tally().events()), reader.units());
        stores.reports().putLines(window, lease, lines);
        if (!stores.reports().commit(report)) {
            return new Outcome.Overtaken();
        }
        return new Outcome.Reported(report);
    }

    private Report made(Window window, Lease lease, Totals totals, long readUnits) {
        Instant now = clock.instant().truncatedTo(ChronoUnit.MILLIS);
        return new Report(window, lease.token(), totals, settings.pricePerMillion(), readUnits, now);
    }

    /** Files say what the tables say, under the same names: they may be written twice. */
    private void write(QuarterHour from) {
        Report report = stores.reports().find(from).orElseThrow(() -> new IllegalStateException("no report " + from));
        export.write(report);
        stores.checkpoint().exported(from);
    }
}
