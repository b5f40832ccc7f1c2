package io.feedmill.testkit;

import io.feedmill.common.report.ReportStores.LeaseStore;
import io.feedmill.common.report.ReportStores.LeaseStore.Lease;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;

final class FakeLeaseStore implements LeaseStore {
    private final FakeTables tables;

    FakeLeaseStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public Optional<Lease> acquire(String holder, Duration time) {
        synchronized (tables) {
            Lease old = tables.reports.lease;
            if (old != null
                    && tables.now().isBefore(old.until())
                    && !old.holder().equals(holder)) {
                return Optional.empty();
            }
            return set(new Lease(holder, old == null ? 1 : old.token() + 1, end(time)));
        }
    }

    @Override
    public Optional<Lease> renew(Lease lease, Duration time) {
        synchronized (tables) {
            return tables.reports.isLatest(lease.token())
                    ? set(new Lease(lease.holder(), lease.token(), end(time)))
                    : Optional.empty();
        }
    }

    @Override
    public void release(Lease lease) {
        synchronized (tables) {
            if (tables.reports.isLatest(lease.token())) {
                set(new Lease(lease.holder(), lease.token(), Instant.EPOCH));
            }
        }
    }

    private Instant end(Duration time) {
        return tables.now().plus(time).truncatedTo(ChronoUnit.MILLIS);
    }

    private Optional<Lease> set(Lease lease) {
        tables.reports.lease = lease;
        return Optional.of(lease);
    }
}
