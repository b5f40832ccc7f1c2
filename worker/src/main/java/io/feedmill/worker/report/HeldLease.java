package io.feedmill.worker.report;

import io.feedmill.common.report.Lease;
import io.feedmill.common.report.LeaseStore;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;

/** A lease that its holder renews. */
final class HeldLease {
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
