package io.feedmill.common.follow;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderRows.Kind;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The writes of the transactions that begin and end follows. Thread-safe. */
@Component
record FollowTransactions(Dynamo dynamo, TableSettings tables, Clock clock, MonotonicTicks ticks) {
    private static final String SAME_TICK = "tick = :tick";

    /** As {@link FollowRows#isImportedBefore}, of a row that may be absent. */
    private static final String IMPORTED_BEFORE =
            "attribute_not_exists(pk) OR (attribute_not_exists(tick) AND #since < :tick)";

    /** The condition of a check. */
    static final String ABSENT = "attribute_not_exists(pk)";

    /** The transactions that begin follows and requests begin with these checks. */
    static final int BLOCK_CHECKS = 2;

    private static final int ATTEMPTS = 5;

    /** Repeats an attempt while it returns empty: another change of the same pair of users came first. */
    static <R> R retryOnConflict(Supplier<Optional<R>> attempt) {
        return Stream.generate(attempt)
                .limit(ATTEMPTS)
                .flatMap(Optional::stream)
                .findFirst()
                .orElseThrow(() -> new StorageException(StorageException.Kind.TRANSIENT, "FollowsChanged"));
    }

    /** Returns the existing rows of a follow. Strongly consistent. */
    List<Row> rows(Follow follow) {
        return dynamo.getAll(FollowRows.TABLE, FollowRows.keys(follow));
    }

    /** Rows that one batch has read, maybe of different moments: those of a follow, and that of the author's policy or of the request; null: absent. */
    record Found(List<Row> follow, @Nullable Row other) {}

    /** Returns the existing rows of a follow, and the one with this key. Strongly consistent. */
    Found read(Follow follow, Attributes other) {
        Stream<Attributes> keys = Stream.concat(FollowRows.keys(follow), Stream.of(other));
        List<Row> rows = dynamo.getAll(FollowRows.TABLE, keys);
        List<Row> ofFollow = rows.stream().filter(FollowRows::isFollow).toList();
        Optional<Row> others =
                rows.stream().filter(row -> !FollowRows.isFollow(row)).findFirst();
        return new Found(ofFollow, others.orElse(null));
    }

    /** Whether an unfollow still hides the author: an import follows again without its end. Strongly consistent. */
    boolean isHidden(Follow follow) {
        return dynamo.get(ReaderRows.TABLE, ReaderRows.hiddenKey(follow)).isPresent();
    }

    FollowChange change(Follow follow, FollowChange.Kind kind) {
        return change(follow, ticks.next(), kind);
    }

    private FollowChange change(Follow follow, long tick, FollowChange.Kind kind) {
        int shard = shard(FollowChange.id(follow.follower(), follow.author()));
        return new FollowChange(shard, tick, follow.follower(), follow.author(), kind);
    }

    OpenWork rebuild(UserId user) {
        return Rebuild.work(shard(user.value()), ticks.next(), user);
    }

    private int shard(String id) {
        return ShardedKey.shardOf(id, tables.outboxShards());
    }

    /** Returns the unfollow that put the row which hides its author. */
    FollowChange unfollow(Row hidden) {
        return change(ReaderRows.pair(hidden), hidden.number(ReaderRows.TICK), FollowChange.Kind.UNFOLLOW);
    }

    /** Begins a follow that needs no request, on condition that the policy, or the rows of the follow, are still as they were found. */
    List<TransactWriteItem> follow(FollowChange change, Found found) {
        Follow follow = Follow.of(change);
        List<TransactWriteItem> writes = begin(change, found.follow());
        if (found.follow().isEmpty()) {
            String open = found.other() == null ? ABSENT : "attribute_not_exists(asks)";
            writes.add(dynamo.check(FollowRows.TABLE, FollowRows.policyKey(follow), open));
        }
        if (found.other() != null) { // else there was never a policy, and so no request
            writes.addAll(deleteRequest(follow));
        }
        return writes;
    }

    /** Begins a follow and ends its request, on condition that it is open. */
    List<TransactWriteItem> accept(FollowChange change) {
        Follow request = Follow.of(change);
        List<TransactWriteItem> writes = begin(change, List.of());
        writes.add(dynamo.deletionIf(
                FollowRows.TABLE,
                FollowRows.requestKey(request),
                "expires > :now",
                Attributes.of().number(":now", clock.instant().getEpochSecond())));
        writes.add(dynamo.deletion(FollowRows.TABLE, FollowRows.requestingKey(request)));
        return writes;
    }

    /** Puts both rows of a request, and its outbox row, on condition that the author asks, and neither the follow nor a block exists. */
    List<TransactWriteItem> request(FollowChange change) {
        Follow follow = Follow.of(change);
        long expires = clock.instant().plus(FollowStore.REQUEST_RETENTION).getEpochSecond();
        List<TransactWriteItem> writes = noBlock(follow);
        writes.add(dynamo.check(FollowRows.TABLE, FollowRows.key(follow), ABSENT));
        writes.add(dynamo.check(FollowRows.TABLE, FollowRows.policyKey(follow), "attribute_exists(asks)"));
        Stream.of(FollowRows.requestKey(follow), FollowRows.requestingKey(follow))
                .map(key -> key.number(TableSchema.EXPIRES, expires).number(FollowRows.TICK, change.tick()))
                .map(row -> dynamo.put(FollowRows.TABLE, row))
                .forEach(writes::add);
        writes.add(dynamo.put(OutboxRows.TABLE, OutboxRows.row(change.work())));
        return writes;
    }

    List<TransactWriteItem> deleteRequest(Follow request) {
        return List.of(
                dynamo.deletion(FollowRows.TABLE, FollowRows.requestKey(request)),
                dynamo.deletion(FollowRows.TABLE, FollowRows.requestingKey(request)));
    }

    /** The first {@link #BLOCK_CHECKS} writes of a transaction. */
    private List<TransactWriteItem> noBlock(Follow follow) {
        return Stream.of(follow, follow.reversed())
                .map(pair -> ReaderRows.key(pair.follower(), Kind.BLOCKED, pair.author()))
                .map(block -> dynamo.check(ReaderRows.TABLE, block, ABSENT))
                .collect(Collectors.toCollection(ArrayList::new));
    }

    private List<TransactWriteItem> begin(FollowChange change, List<Row> existing) {
        Follow follow = Follow.of(change);
        long since = Ticks.ofInstant(clock.instant());
        List<String> partitions = existing.stream().map(Row::pk).toList();
        List<TransactWriteItem> writes = noBlock(follow);
        FollowRows.keys(follow)
                .map(key -> begin(key, partitions.contains(new Row(key).pk()), since, change.tick()))
                .forEach(writes::add);
        writes.add(dynamo.deletion(ReaderRows.TABLE, ReaderRows.hiddenKey(follow)));
        writes.addAll(changed(change));
        return writes;
    }

    /** The work that the change begins, and its tick, by which pages know that the follower's follows changed. */
    private List<TransactWriteItem> changed(FollowChange change) {
        return List.of(
                dynamo.put(OutboxRows.TABLE, OutboxRows.row(change.work())),
                dynamo.put(ReaderRows.TABLE, ReaderRows.follows(change)));
    }

    private TransactWriteItem begin(Attributes key, boolean exists, long since, long tick) {
        return dynamo.write(new Update(
                FollowRows.TABLE,
                key,
                "SET since = if_not_exists(since, :since), tick = :tick",
                exists ? "attribute_exists(pk)" : null,
                Attributes.of().number(":since", since).number(":tick", tick)));
    }

    /** Deletes both rows and hides the author. */
    List<TransactWriteItem> end(FollowChange change) {
        List<TransactWriteItem> writes = new ArrayList<>();
        FollowRows.keys(Follow.of(change))
                .map(key -> dynamo.deletion(FollowRows.TABLE, key))
                .forEach(writes::add);
        writes.add(dynamo.put(ReaderRows.TABLE, ReaderRows.hidden(change)));
        writes.addAll(changed(change));
        return writes;
    }

    /** As {@link #end}, on condition that this user blocks that one. */
    List<TransactWriteItem> endForbidden(FollowChange change, Follow block) {
        List<TransactWriteItem> writes = end(change);
        Attributes row = ReaderRows.key(block.follower(), Kind.BLOCKED, block.author());
        writes.add(dynamo.check(ReaderRows.TABLE, row, "attribute_exists(pk)"));
        return writes;
    }

    /** Has another unfollow end what imports from before this one wrote after it, on condition that it still hides the author: no follow came since. */
    List<TransactWriteItem> endAgain(FollowChange unfollow, FollowChange again) {
        List<TransactWriteItem> writes = new ArrayList<>();
        FollowRows.keys(Follow.of(unfollow))
                .map(key -> dynamo.deletionIf(FollowRows.TABLE, key, IMPORTED_BEFORE, tick(unfollow)))
                .forEach(writes::add);
        writes.add(dynamo.putIf(ReaderRows.TABLE, ReaderRows.hidden(again), SAME_TICK, tick(unfollow)));
        writes.addAll(changed(again));
        writes.add(dynamo.deletion(OutboxRows.TABLE, OutboxRows.key(unfollow.work())));
        return writes;
    }

    /** Deletes the row that hides the author, on condition that it is that of this unfollow. */
    TransactWriteItem deleteHiddenRow(FollowChange unfollow) {
        return dynamo.deletionIf(
                ReaderRows.TABLE, ReaderRows.hiddenKey(Follow.of(unfollow)), SAME_TICK, tick(unfollow));
    }

    /** Writes nothing; the transaction fails unless the row that hides the author is that of this unfollow. */
    TransactWriteItem checkHiddenRow(FollowChange unfollow) {
        return dynamo.check(ReaderRows.TABLE, ReaderRows.hiddenKey(Follow.of(unfollow)), SAME_TICK, tick(unfollow));
    }

    private static Attributes tick(FollowChange change) {
        return Attributes.of().number(":tick", change.tick());
    }
}
