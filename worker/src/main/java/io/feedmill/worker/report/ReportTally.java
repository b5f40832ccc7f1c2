package io.feedmill.worker.report;

import io.feedmill.common.key.UserId;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.report.Report.ReportLine;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.Iterator;
import java.util.TreeMap;

/** Adds up events by author. Has a limited number of authors in the heap, and all others in temporary files. Not thread-safe. */
final class ReportTally implements AutoCloseable {
    /** They take about 10 MB. */
    private static final int MAX_AUTHORS = 50_000;

    private final int maxAuthors;
    private final TreeMap<UserId, ReportLine> lines = new TreeMap<>();
    private final LineRuns runs = new LineRuns(Path.of(System.getProperty("java.io.tmpdir")));
    private long events;
    private long unknown;

    ReportTally() {
        this(MAX_AUTHORS);
    }

    /**
     * @param maxAuthors maximum of authors in the heap
     */
    ReportTally(int maxAuthors) {
        this.maxAuthors = maxAuthors;
    }

    /** Dead-letter events have no author; what an event of a newer version counts for is unknown. */
    void add(LedgerEntry entry) {
        switch (entry) {
            case LedgerEntry.OfPost event -> add(line(event));
            case LedgerEntry.OfDeadLetters ignored -> {}
            case LedgerEntry.Unknown ignored -> unknown++;
        }
    }

    /** Returns the lines, ordered by author. Add nothing afterwards. */
    Iterator<ReportLine> lines() {
        if (runs.isEmpty()) {
            return lines.values().iterator();
        }
        spill();
        return runs.merged();
    }

    /** Returns the number of events of posts. */
    long events() {
        return events;
    }

    /** Returns the number of events that only a newer version knows. */
    long unknown() {
        return unknown;
    }

    private void add(ReportLine line) {
        events++;
        lines.merge(line.author(), line, ReportLine::plus);
        if (lines.size() > maxAuthors) {
            spill();
        }
    }

    private void spill() {
        if (!lines.isEmpty()) {
            runs.add(lines.values().iterator());
            lines.clear();
        }
    }

    private static ReportLine line(LedgerEntry.OfPost event) {
        long units = WriteUnits.of(event);
        return switch (event) {
            case LedgerEntry.Posted p -> new ReportLine(p.author(), 1, p.delivered(), 0, units, 0);
            case LedgerEntry.Published p -> new ReportLine(p.author(), 1, 0, 0, units, 0);
            case LedgerEntry.Delivered d -> new ReportLine(d.author(), 0, d.delivered(), 0, units, 0);
            case LedgerEntry.Viewed v -> new ReportLine(v.author(), 0, 0, v.count(), units, 0);
            case LedgerEntry.Retracted r -> new ReportLine(r.author(), 0, 0, 0, units, 1);
        };
    }

    @Override
    public void close() {
        try {
            runs.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * The write units of an event: one for a row of up to 1 KiB, two in a transaction. Ignores longer texts, redelivered messages and throttled writes.
     */
    static final class WriteUnits {
        /** The newest version, two feed items, the job and its outbox row; at the end the job, the author's counter, the ledger's entry and the outbox row. */
        private static final int POST = 2 * (5 + 4);

        /** Of older versions: three rows of the post, two feed items, the ledger's entry, the job and its outbox row. */
        private static final int PUBLISH = 2 * 8;

        /** Of older versions: the job, the ledger's entry, the author's counter, the post's and the outbox row. */
        private static final int CLOSE = 2 * 5;
        /** The slice row, and the job row when the slice is planned and when it is finished. */
        private static final int SLICE = 3;

        /** A counter and the ledger entry, in addition to a marker for each viewer. */
        private static final int VIEWS = 2;

        /** The metadata, two feed items, the ledger's entry, the recall and its notice, the job, the row that lists it and its outbox row. */
        private static final int RETRACT = 2 * 9;

        private WriteUnits() {}

        static long of(LedgerEntry.OfPost event) {
            return switch (event) {
                case LedgerEntry.Posted p -> POST + p.delivered() + SLICE * p.slices();
                case LedgerEntry.Published ignored -> PUBLISH;
                case LedgerEntry.Delivered d -> CLOSE + d.delivered() + SLICE * d.slices();
                case LedgerEntry.Viewed v -> 2 * (v.count() + VIEWS);
                case LedgerEntry.Retracted ignored -> RETRACT;
            };
        }
    }
}
