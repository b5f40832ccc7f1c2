package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerPage;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.Window;
import org.jspecify.annotations.Nullable;

/** Reads a window of the ledger: each partition once, a page at a time. */
final class LedgerReader {
    private final LedgerStore ledger;
    private final HeldLease lease;
    private final ReportTally tally = new ReportTally();
    private double units;

    LedgerReader(LedgerStore ledger, HeldLease lease) {
        this.ledger = ledger;
        this.lease = lease;
    }

    /** False if the lease was lost on the way: then it has not read all. */
    boolean read(Window window) {
        for (QuarterHour quarter : window.quarters()) {
            for (ShardedKey partition : ledger.partitions(quarter)) {
                if (!read(partition)) {
                    return false;
                }
            }
        }
        return true;
    }

    ReportTally tally() {
        return tally;
    }

    /** The read units that it took. */
    long units() {
        return Math.round(units);
    }

    private boolean read(ShardedKey partition) {
        @Nullable String next = null;
        do {
            if (!lease.keep()) {
                return false;
            }
            LedgerPage page = ledger.page(partition, next);
            page.entries().forEach(tally::add);
            units += page.units();
            next = page.next();
        } while (next != null);
        return true;
    }
}
