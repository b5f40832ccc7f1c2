package io.feedmill.worker.report;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStores.LeaseStore;
import io.feedmill.common.report.ReportStores.LeaseStore.Lease;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Reads a window of the ledger, each partition once, page by page. */
final class LedgerReader {
    private final LedgerStore ledger;
    private final HeldLease lease;
    private final ReportTally tally;
    private double units;

    LedgerReader(LedgerStore ledger, HeldLease lease, ReportTally tally) {
        this.ledger = ledger;
        this.lease = lease;
        this.tally = tally;
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

    /** A lease that its holder renews. */
    static final class HeldLease {
        private final LeaseStore leases;
        private final Duration time;
        private final Clock clock;
        private Lease lease;

        HeldLease(LeaseStore leases, Lease lease, Duration time, Clock clock) {
            this.leases = leases;
            this.lease = lease;
            this.time = time;
            this.clock = clock;
        }

        Lease lease() {
            return lease;
        }

        /** Renews the lease after half of its time. Returns false if another worker holds it. */
        boolean keep() {
            if (clock.instant().plus(time.dividedBy(2)).isBefore(lease.until())) {
                return true;
            }
            Optional<Lease> renewed = leases.renew(lease, time);
            renewed.ifPresent(longer -> lease = longer);
            return renewed.isPresent();
        }
    }
}
