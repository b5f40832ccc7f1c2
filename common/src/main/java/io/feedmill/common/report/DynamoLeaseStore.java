package io.feedmill.common.report;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.report.ReportStores.LeaseStore;
import io.feedmill.common.report.ReportStores.LeaseStore.Lease;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;

/** The lease in the table {@code reports}. */
record DynamoLeaseStore(Dynamo dynamo, Clock clock) implements LeaseStore {
    /** A holder that got no answer and asks again finds its own lease, and gets a greater token. */
    @Override
    public Optional<Lease> acquire(String holder, Duration time) {
        Instant now = clock.instant();
        Update update = new Update(
                ReportRows.TABLE,
                ReportRows.leaseKey(),
                "SET holder = :holder, #until = :until ADD #token :one",
                "attribute_not_exists(pk) OR #until <= :now OR holder = :holder",
                Attributes.of()
                        .string(":holder", holder)
                        .number(":now", now.toEpochMilli())
                        .number(":until", now.plus(time).toEpochMilli())
                        .number(":one", 1));
        return lease(dynamo.update(update));
    }

    @Override
    public Optional<Lease> renew(Lease lease, Duration time) {
        return set(lease, clock.instant().plus(time));
    }

    @Override
    public void release(Lease lease) {
        set(lease, Instant.EPOCH);
    }

    private Optional<Lease> set(Lease lease, Instant until) {
        Update update = new Update(
                ReportRows.TABLE,
                ReportRows.leaseKey(),
                "SET #until = :until",
                "#token = :token",
                Attributes.of().number(":token", lease.token()).number(":until", until.toEpochMilli()));
        return lease(dynamo.update(update));
    }

    private static Optional<Lease> lease(UpdateResult result) {
        return switch (result) {
            case UpdateResult.Updated updated -> Optional.of(ReportRows.lease(updated.row()));
            case UpdateResult.ConditionFailed lost -> Optional.empty();
            case UpdateResult.Unclear unclear -> Optional.empty();
        };
    }
}
