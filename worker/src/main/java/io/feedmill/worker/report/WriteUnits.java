package io.feedmill.worker.report;

import io.feedmill.common.ledger.LedgerEntry;

/**
 * What an event's writes cost, as the flows have it: a row of up to 1 KiB is a unit, in a transaction two. Longer texts, messages that came
 * twice and what was throttled are not in it.
 */
final class WriteUnits {
    /** Three rows of the post, two feed items, the ledger's entry, the job and its outbox row. */
    private static final int PUBLISH = 2 * 8;
    /** The job, the ledger's entry, the author's counter, the post's and the outbox row. */
    private static final int CLOSE = 2 * 5;
    /** Its row, and the job's when it is planned and when it is finished. */
    private static final int SLICE = 3;
    /** A job that fits into one has no slice. */
    private static final int SLICE_SIZE = 1_000;

    /** Beside a marker a viewer: a counter and the ledger's entry. */
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
