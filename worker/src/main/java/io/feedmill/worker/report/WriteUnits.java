package io.feedmill.worker.report;

import io.feedmill.common.ledger.LedgerEntry;

/**
 * The write units of an event: one for a row of up to 1 KiB, two in a transaction. Ignores longer texts, redelivered messages and throttled writes.
 */
final class WriteUnits {
    /** Three rows of the post, two feed items, the ledger's entry, the job and its outbox row. */
    private static final int PUBLISH = 2 * 8;
    /** The job, the ledger's entry, the author's counter, the post's and the outbox row. */
    private static final int CLOSE = 2 * 5;
    /** The slice row, and the job row when the slice is planned and when it is finished. */
    private static final int SLICE = 3;
    /** A job that fits into one slice has no slice rows. */
    private static final int SLICE_SIZE = 1_000;

    /** A counter and the ledger entry, in addition to a marker for each viewer. */
    private static final int VIEWS = 2;

    private WriteUnits() {}

    static long of(LedgerEntry.OfPost event) {
        return switch (event) {
            case LedgerEntry.Published ignored -> PUBLISH;
            case LedgerEntry.Delivered d -> CLOSE + d.delivered() + SLICE * slices(d.delivered() + d.skipped());
            case LedgerEntry.Viewed v -> 2 * (v.count() + VIEWS);
        };
    }

    private static long slices(long recipients) {
        return recipients <= SLICE_SIZE ? 0 : Math.ceilDiv(recipients, SLICE_SIZE);
    }
}
