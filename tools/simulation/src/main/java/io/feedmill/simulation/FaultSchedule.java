package io.feedmill.simulation;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.Faults.Item;
import io.feedmill.testkit.memory.MemoryDynamoDb;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Map;
import java.util.Random;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItemsRequest;

/** Decides by chance which calls of a world go wrong, and how. Each kind of fault has its odds, which change while the world runs; at rest all are zero. */
final class FaultSchedule {
    private static final long SECOND = Duration.ofSeconds(1).toNanos();
    /** How old a read that is eventually consistent may be. */
    private static final long LAG = SECOND / 2;
    /** With the attempts before it, a write that comes late is within {@code DynamoClients.LONGEST_CALL} of its call. */
    private static final long LATE = 4 * SECOND;
    /** The same of a transaction and {@code DynamoClients.LONGEST_BRIEF_CALL}. */
    private static final long BRIEF_LATE = SECOND * 2 / 5;

    private static final long HOT = 30 * SECOND;

    private final Random random;
    private final VirtualTime time;
    private final MemoryDynamoDb database;
    private final Reached reached;
    private final Map<Kind, Double> odds = new EnumMap<>(Kind.class);
    private final Deque<Version> versions = new ArrayDeque<>();

    FaultSchedule(Random random, VirtualTime time, MemoryDynamoDb database, Reached reached) {
        this.random = random;
        this.time = time;
        this.database = database;
        this.reached = reached;
    }

    /** Kinds of faults. */
    enum Kind {
        /** A call of the database is refused for want of capacity. */
        THROTTLED,
        /** Of a batch, some items are: all of hot partitions, others by chance. */
        UNPROCESSED,
        /** A write meets a transaction. */
        CONFLICT,
        /** A call of the database fails, and has no effect. */
        LOST,
        /** It has its effect, and no answer. */
        ANSWER_LOST,
        /** It has no answer, and its effect comes seconds later. */
        LATE,
        /** An eventually consistent read does not see the newest writes. */
        LAGGING,
        /** A call takes a second longer. */
        SLOW,
        /** A call of the queues fails. */
        QUEUE_REFUSED,
        /** A call of the queues has its effect, and no answer. */
        QUEUE_ANSWER_LOST,
        /** A message is delivered once more. */
        REDELIVERED,
        /** An API's answer does not reach its client. */
        CLIENT_ANSWER_LOST,
        /** A process stands still before a call of the database: so it goes on by what it has read before. */
        STOOD_STILL,
        /** A process crashes before a call of the database, or before it sends or deletes a message. */
        CRASHED,
        /** An API crashes between its answer and the send of the work that it accepted. */
        UNSENT;

        /** How much rarer it is than others: these last longer than a call. */
        private double rarity() {
            return this == STOOD_STILL || this == CRASHED ? 20 : 1;
        }
    }

    private record Version(long at, long version) {}

    /** Sets the odds of a kind, from 0 to 1. */
    void set(Kind kind, double chance) {
        odds.put(kind, chance / kind.rarity());
    }

    void clear() {
        odds.clear();
    }

    /** Whether it happens now. */
    boolean draws(Kind kind) {
        double chance = odds.getOrDefault(kind, 0.0);
        boolean drawn = chance > 0 && random.nextDouble() < chance;
        if (drawn) {
            reached.count("fault", kind.name().toLowerCase(java.util.Locale.ROOT));
        }
        return drawn;
    }

    /** How long a call is on its way, there or back. */
    long travel() {
        long usual = 500_000L + random.nextInt(4_000_000);
        return draws(Kind.SLOW) ? usual + random.nextLong(SECOND) : usual;
    }

    /** Decides about a call of the database. */
    Fault of(Call call) {
        remember();
        boolean writes = call.isOneOf(
                Operation.PUT_ITEM,
                Operation.UPDATE_ITEM,
                Operation.DELETE_ITEM,
                Operation.BATCH_WRITE_ITEM,
                Operation.TRANSACT_WRITE_ITEMS);
        if (draws(Kind.LOST)) {
            return new Fault.Refused(Errors.noAnswer());
        }
        if (draws(Kind.THROTTLED)) {
            return new Fault.Refused(throttle(call));
        }
        if (writes && draws(Kind.ANSWER_LOST)) {
            return new Fault.AnswerLost(Errors.noAnswer());
        }
        if (writes && draws(Kind.LATE)) {
            long delay = random.nextLong(call.isOneOf(Operation.TRANSACT_WRITE_ITEMS) ? BRIEF_LATE : LATE);
            return new Fault.AppliedLater(Errors.noAnswer(), later -> time.after(delay, later));
        }
        if (call.isOneOf(Operation.BATCH_WRITE_ITEM)
                && odds.containsKey(Kind.UNPROCESSED)
                && call.items().stream().anyMatch(this::isHot)) {
            return new Fault.Unprocessed(this::isHot);
        }
        if (call.isOneOf(Operation.BATCH_WRITE_ITEM, Operation.BATCH_GET_ITEM) && draws(Kind.UNPROCESSED)) {
            return new Fault.Unprocessed(item -> random.nextInt(3) == 0);
        }
        if (call.isOneOf(Operation.TRANSACT_WRITE_ITEMS) && draws(Kind.CONFLICT)) {
            int writesOf =
                    ((TransactWriteItemsRequest) call.request()).transactItems().size();
            return new Fault.Refused(Errors.cancelled(writesOf, random.nextInt(writesOf), "TransactionConflict"));
        }
        if (call.isOneOf(Operation.PUT_ITEM, Operation.UPDATE_ITEM, Operation.DELETE_ITEM) && draws(Kind.CONFLICT)) {
            return new Fault.Refused(Errors.conflict());
        }
        if (!writes && draws(Kind.LAGGING)) {
            return new Fault.AsOf(past(time.now() - random.nextLong(LAG)));
        }
        return new Fault.None();
    }

    /** Half of the home feeds take nothing for a while, others then: an attempt settles some of its recipients, or none. */
    private boolean isHot(Item item) {
        long mixed = (item.partition().hashCode() + time.now() / HOT) * 0x9E3779B97F4A7C15L;
        return item.partition().startsWith("home:") && mixed < 0;
    }

    private RuntimeException throttle(Call call) {
        if (call.request() instanceof TransactWriteItemsRequest transaction) {
            int writes = transaction.transactItems().size();
            return Errors.cancelled(writes, random.nextInt(writes), "ThrottlingError");
        }
        return Errors.throttled(
                call.items().isEmpty() ? "" : call.items().getFirst().table());
    }

    private void remember() {
        if (versions.isEmpty() || versions.getLast().version() != database.version()) {
            versions.add(new Version(time.now(), database.version()));
        }
        while (versions.size() > 2
                && versions.stream().skip(1).findFirst().orElseThrow().at() < time.now() - LAG) {
            versions.removeFirst();
        }
    }

    /** The version that the database had then: that of the last call before it, at the latest. */
    private long past(long moment) {
        long version = versions.getFirst().version();
        for (Version each : versions) {
            version = each.at() <= moment ? each.version() : version;
        }
        return version;
    }
}
