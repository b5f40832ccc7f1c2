package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderRows.Kind;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.TickClock;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.outbox.PairChange;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The writes of the transactions that begin and end follows. Thread-safe. */
final class PairWrites {
    private static final String SAME_TICK = "tick = :tick";

    private final Dynamo dynamo;
    private final int outboxShards;
    private final Clock clock;
    private final TickClock ticks;

    PairWrites(Dynamo dynamo, int outboxShards, Clock clock) {
        this.dynamo = dynamo;
        this.outboxShards = outboxShards;
        this.clock = clock;
        this.ticks = new TickClock(() -> Ticks.ofInstant(clock.instant()));
    }

    /** Returns the existing rows of a follow. Strongly consistent. */
    List<Row> rows(Follow follow) {
        return dynamo.getAll(
                Table.FOLLOWS, FollowRows.keys(follow).map(Attributes::map).toList());
    }

    /** Returns a change at this time. */
    PairChange change(Follow follow, PairChange.Kind kind) {
        return change(follow, ticks.next(), kind);
    }

    private PairChange change(Follow follow, long tick, PairChange.Kind kind) {
        int shard = ShardedKey.shardOf(follow.follower() + "#" + follow.author(), outboxShards);
        return new PairChange(shard, tick, follow.follower(), follow.author(), kind);
    }

    /** Returns the unfollow that put the row which hides its author. */
    PairChange unfollow(Row hidden) {
        return change(ReaderRows.pair(hidden), hidden.number(ReaderRows.TICK), PairChange.Kind.UNFOLLOW);
    }

    /** Puts both rows, on condition that no block stands between the two. */
    List<TransactWriteItem> begin(PairChange change) {
        Follow follow = Follow.of(change);
        long since = Ticks.ofInstant(clock.instant());
        List<TransactWriteItem> writes = new ArrayList<>();
        FollowRows.keys(follow).map(key -> begin(key.map(), since, change.tick())).forEach(writes::add);
        writes.add(delete(Table.READERS, ReaderRows.hiddenKey(follow)));
        writes.add(dynamo.put(Table.OUTBOX, OutboxRows.row(change)));
        writes.add(absent(
                Table.READERS,
                ReaderRows.key(follow.follower(), Kind.BLOCKED, follow.author()).map()));
        writes.add(absent(
                Table.READERS,
                ReaderRows.key(follow.follower(), Kind.BLOCKED_BY, follow.author())
                        .map()));
        return writes;
    }

    private TransactWriteItem begin(Map<String, AttributeValue> key, long since, long tick) {
        return TransactWriteItem.builder()
                .update(u -> u.tableName(dynamo.tables().name(Table.FOLLOWS))
                        .key(key)
                        .updateExpression("SET since = if_not_exists(since, :since), tick = :tick")
                        .expressionAttributeValues(Attributes.of()
                                .number(":since", since)
                                .number(":tick", tick)
                                .map()))
                .build();
    }

    /** Deletes both rows and hides the author. */
    List<TransactWriteItem> end(PairChange change) {
        List<TransactWriteItem> writes = new ArrayList<>();
        FollowRows.keys(Follow.of(change))
                .map(key -> delete(Table.FOLLOWS, key.map()))
                .forEach(writes::add);
        writes.add(dynamo.put(Table.READERS, ReaderRows.hidden(change)));
        writes.add(dynamo.put(Table.OUTBOX, OutboxRows.row(change)));
        return writes;
    }

    TransactWriteItem delete(Table table, Map<String, AttributeValue> key) {
        return TransactWriteItem.builder()
                .delete(d -> d.tableName(dynamo.tables().name(table)).key(key))
                .build();
    }

    /** Writes nothing; the transaction fails if the row exists. */
    TransactWriteItem absent(Table table, Map<String, AttributeValue> key) {
        return TransactWriteItem.builder()
                .conditionCheck(c -> c.tableName(dynamo.tables().name(table))
                        .key(key)
                        .conditionExpression("attribute_not_exists(pk)"))
                .build();
    }

    /** Deletes the row that hides the author, on condition that it is that of this unfollow. */
    TransactWriteItem show(PairChange unfollow) {
        return TransactWriteItem.builder()
                .delete(d -> d.tableName(dynamo.tables().name(Table.READERS))
                        .key(ReaderRows.hiddenKey(Follow.of(unfollow)))
                        .conditionExpression(SAME_TICK)
                        .expressionAttributeValues(tick(unfollow)))
                .build();
    }

    /** Writes nothing; the transaction fails unless the row that hides the author is that of this unfollow. */
    TransactWriteItem hides(PairChange unfollow) {
        return TransactWriteItem.builder()
                .conditionCheck(c -> c.tableName(dynamo.tables().name(Table.READERS))
                        .key(ReaderRows.hiddenKey(Follow.of(unfollow)))
                        .conditionExpression(SAME_TICK)
                        .expressionAttributeValues(tick(unfollow)))
                .build();
    }

    private static Map<String, AttributeValue> tick(PairChange change) {
        return Attributes.of().number(":tick", change.tick()).map();
    }
}
