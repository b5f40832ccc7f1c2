package io.feedmill.worker.story;

import static java.lang.Boolean.TRUE;

import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.testkit.MemoryQueue;
import io.feedmill.testkit.MemoryQueue.SendFault;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.memory.Errors;
import io.feedmill.testkit.memory.Faults;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.EnumMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.BatchGetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.DynamoDbRequest;
import software.amazon.awssdk.services.dynamodb.model.GetItemRequest;
import software.amazon.awssdk.services.dynamodb.model.QueryRequest;

/** Faults of the database and the queue that moves ask for. Each meets the next call that it can happen to. */
final class DrawnFaults {
    /** How long a write may be under way after its caller gave up: an attempt's timeout. */
    private static final Duration MOST_LATE = Duration.ofSeconds(2);

    /** How far an eventually consistent read may lag behind. */
    private static final Duration MOST_LAG = Duration.ofSeconds(1);

    private final MemoryStores stores;
    private final SettableClock clock;
    private final Map<Kind, Integer> asked = new EnumMap<>(Kind.class);
    private final Map<Kind, Integer> met = new EnumMap<>(Kind.class);
    private final List<LateWrite> late = new ArrayList<>();
    private final Deque<Version> versions = new ArrayDeque<>();

    DrawnFaults(MemoryStores stores, MemoryQueue queue, SettableClock clock) {
        this.stores = stores;
        queue.faults(this::sendFault);
        this.clock = clock;
    }

    enum Kind {
        /** A call is throttled. */
        THROTTLED,
        /** A transaction meets another one, which fails. */
        CONFLICT,
        /** A write is carried out, and its answer is lost. */
        ANSWER_LOST,
        /** A write is carried out after its caller gave up. */
        LATE_WRITE,
        /** A batch of rows is written after its caller gave up. */
        LATE_ROWS,
        /** An eventually consistent read does not see the last writes. */
        LAG,
        /** A message is not sent. */
        SEND_REFUSED,
        /** A message is sent, and the answer is lost. */
        SENT_WITHOUT_ANSWER
    }

    private record LateWrite(Instant until, Runnable write) {}

    private record Version(Instant at, long number) {}

    /** Lets this happen to the next calls. */
    void ask(Kind kind, int calls) {
        asked.merge(kind, calls, Integer::sum);
    }

    /** Returns how often each happened. */
    Map<Kind, Integer> met() {
        return met;
    }

    /** Stops asking. */
    void end() {
        asked.clear();
        landAll();
    }

    /** Returns these faults with those that were asked for. */
    Faults with(Faults first) {
        return first.then(this::next);
    }

    private Fault next(Call call) {
        for (Kind kind : List.copyOf(asked.keySet())) {
            Fault fault = fault(kind, call);
            if (!(fault instanceof Fault.None) && takes(kind)) {
                return fault;
            }
        }
        return new Fault.None();
    }

    private SendFault sendFault() {
        if (takes(Kind.SEND_REFUSED)) {
            return SendFault.REFUSED;
        }
        return takes(Kind.SENT_WITHOUT_ANSWER) ? SendFault.ANSWER_LOST : SendFault.NONE;
    }

    private boolean takes(Kind kind) {
        if (!asked.containsKey(kind)) {
            return false;
        }
        asked.merge(kind, -1, Integer::sum);
        asked.remove(kind, 0);
        met.merge(kind, 1, Integer::sum);
        return true;
    }

    private static boolean isEventuallyConsistent(DynamoDbRequest request) {
        return switch (request) {
            case GetItemRequest get -> !TRUE.equals(get.consistentRead());
            case QueryRequest query -> !TRUE.equals(query.consistentRead());
            case BatchGetItemRequest batch ->
                batch.requestItems().values().stream().anyMatch(keys -> !TRUE.equals(keys.consistentRead()));
            default -> false;
        };
    }

    /** Returns none if this cannot happen to the call. */
    private Fault fault(Kind kind, Call call) {
        Operation operation = call.operation();
        Fault none = new Fault.None();
        return switch (kind) {
            case THROTTLED ->
                new Fault.Refused(Errors.throttled(call.items().getFirst().table()));
            case CONFLICT ->
                operation == Operation.TRANSACT_WRITE_ITEMS
                        ? new Fault.Refused(Errors.cancelled(call.items().size(), 0, "TransactionConflict"))
                        : none;
            case ANSWER_LOST -> operation.isRead() ? none : new Fault.AnswerLost(Errors.noAnswer());
            case LATE_WRITE -> operation.isRead() ? none : late();
            case LATE_ROWS -> operation == Operation.BATCH_WRITE_ITEM ? late() : none;
            case LAG -> isEventuallyConsistent(call.request()) ? new Fault.AsOf(oldest()) : none;
            case SEND_REFUSED, SENT_WITHOUT_ANSWER -> none;
        };
    }

    private Fault late() {
        return new Fault.AppliedLater(
                Errors.noAnswer(),
                write -> late.add(new LateWrite(clock.instant().plus(MOST_LATE), write)));
    }

    private long oldest() {
        return versions.isEmpty() ? stores.version() : versions.getFirst().number();
    }

    /** Notes the time that a version has; to be called before the clock goes on to this time. */
    void beforeAdvance(Instant now, Instant next) {
        versions.addLast(new Version(now, stores.version()));
        while (versions.size() > 1 && versions.getFirst().at().plus(MOST_LAG).isBefore(next)) {
            versions.removeFirst();
        }
        for (Iterator<LateWrite> each = late.iterator(); each.hasNext(); ) {
            LateWrite write = each.next();
            if (write.until().isBefore(next)) {
                each.remove();
                write.write().run();
            }
        }
    }

    /** Carries out a late write. */
    void land(int which) {
        if (!late.isEmpty()) {
            late.remove(which % late.size()).write().run();
        }
    }

    private void landAll() {
        while (!late.isEmpty()) {
            land(0);
        }
    }

    /** Whether a write is under way that nobody waits for. */
    boolean isLate() {
        return !late.isEmpty();
    }
}
