package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.follow.Rebuild.Reached;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxRows;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.springframework.stereotype.Component;

/** Rebuilds in the table {@code readers}, as {@link RebuildRows}. */
@Component
record DynamoRebuildStore(Dynamo dynamo, PairWrites pairs, Clock clock) implements RebuildStore {
    @Override
    public BeginResult begin(UserId user, Duration pause) {
        OpenWork work = pairs.rebuild(user);
        TransactionResult result = dynamo.transact(List.of(
                dynamo.write(RebuildRows.begin(work, pause)), dynamo.put(OutboxRows.TABLE, OutboxRows.row(work))));
        return switch (result) {
            case TransactionResult.Committed committed -> new BeginResult.Begun(work);
            case TransactionResult.ConditionFailed lost ->
                new BeginResult.TooSoon(RebuildRows.rebuild(Objects.requireNonNull(lost.current())));
        };
    }

    @Override
    public Optional<LastRebuild> find(UserId user) {
        return dynamo.get(ReaderRows.TABLE, RebuildRows.key(user))
                .filter(row -> !row.expired(clock.instant()))
                .map(RebuildRows::rebuild);
    }

    @Override
    public boolean advance(OpenWork work, Reached from, Reached reached, Instant nextDue) {
        TransactionResult result = dynamo.transact(List.of(
                dynamo.write(RebuildRows.advance(work, from, reached)),
                dynamo.write(OutboxRows.postpone(work, nextDue))));
        return result instanceof TransactionResult.Committed;
    }

    @Override
    public boolean end(OpenWork work, long authors) {
        TransactionResult result = dynamo.transact(List.of(
                dynamo.write(RebuildRows.end(work, authors, clock.instant())),
                dynamo.deletion(OutboxRows.TABLE, OutboxRows.key(work))));
        if (result instanceof TransactionResult.ConditionFailed) {
            dynamo.delete(OutboxRows.TABLE, OutboxRows.key(work));
            return false;
        }
        return true;
    }
}
