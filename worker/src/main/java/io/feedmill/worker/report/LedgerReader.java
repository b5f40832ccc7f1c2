package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerPage;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.report.Window;
import org.jspecify.annotations.Nullable;

/** Reads a window of the ledger, each partition once, page by page. */
final class LedgerReader {
    private final LedgerStore ledger;
    private final HeldLease lease;
    private final ReportTally tally = new ReportTally();
    private double units;

    LedgerReader(LedgerStore ledger, HeldLease lease) {
        this.ledger = ledger;
        this.lease = lease;
    }

    /** Returns false if the lease was lost before the end. */
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

    /** Returns the consumed read units. */
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
