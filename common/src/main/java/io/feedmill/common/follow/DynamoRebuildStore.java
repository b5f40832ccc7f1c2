package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;

/** Rebuilds in the table {@code readers}, as {@link RebuildRows}. */
final class DynamoRebuildStore implements RebuildStore {
    private final Dynamo dynamo;
    private final PairWrites pairs;
    private final Clock clock;

    DynamoRebuildStore(Dynamo dynamo, PairWrites pairs, Clock clock) {
        this.dynamo = dynamo;
        this.pairs = pairs;
        this.clock = clock;
    }

    @Override
    public BeginResult begin(UserId user) {
        PairChange change = pairs.change(new Follow(user, user), PairChange.Kind.REBUILD);
        TransactionResult result = dynamo.transact(List.of(
                RebuildRows.begin(change).inTransaction(dynamo.tables()),
                dynamo.put(Table.OUTBOX, OutboxRows.row(change))));
        return switch (result) {
            case TransactionResult.Committed committed -> new BeginResult.Begun(change);
            case TransactionResult.ConditionFailed lost ->
                new BeginResult.TooSoon(RebuildRows.rebuild(Objects.requireNonNull(lost.current())));
        };
    }

    @Override
    public Optional<LastRebuild> find(UserId user) {
        return dynamo.get(Table.READERS, RebuildRows.key(user))
                .filter(this::lives)
                .map(RebuildRows::rebuild);
    }

    private boolean lives(Row row) {
        return !row.expired(clock.instant());
    }

    @Override
    public boolean advance(PairChange change, Reached from, Reached reached, Instant nextDue) {
        TransactionResult result = dynamo.transact(List.of(
                RebuildRows.advance(change, from, reached).inTransaction(dynamo.tables()),
                OutboxRows.postpone(change, nextDue).inTransaction(dynamo.tables())));
        return result instanceof TransactionResult.Committed;
    }

    @Override
    public boolean end(PairChange change, long authors) {
        TransactionResult result = dynamo.transact(List.of(
                RebuildRows.end(change, authors, clock.instant()).inTransaction(dynamo.tables()),
                pairs.delete(Table.OUTBOX, OutboxRows.key(change))));
        if (result instanceof TransactionResult.ConditionFailed) {
            dynamo.delete(Table.OUTBOX, OutboxRows.key(change));
            return false;
        }
        return true;
    }
}
