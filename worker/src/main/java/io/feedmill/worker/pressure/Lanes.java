package io.feedmill.worker.pressure;

import io.feedmill.common.dynamo.WriteGate.WriteLane;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** Orders waiters: the express lane first, each lane by arrival; while both wait, every fourth turn is the bulk lane's. Not thread-safe. */
final class Lanes<T> {
    /** Turns of the express lane for one of the bulk lane. */
    static final int EXPRESS_TURNS = 3;

    private final Deque<T> express = new ArrayDeque<>();
    private final Deque<T> bulk = new ArrayDeque<>();
    private int expressTurns;

    void join(WriteLane lane, T waiter) {
        in(lane).addLast(waiter);
    }

    void leave(WriteLane lane, T waiter) {
        in(lane).remove(waiter);
    }

    /** Returns the next waiter, null if none waits. A new waiter may change it. */
    @Nullable T next() {
        return in(nextLane()).peekFirst();
    }

    void pass() {
        WriteLane lane = nextLane();
        boolean passesBulk = lane == WriteLane.EXPRESS && !bulk.isEmpty();
        expressTurns = passesBulk ? expressTurns + 1 : 0;
        in(lane).pollFirst();
    }

    private WriteLane nextLane() {
        boolean bulkTurn = express.isEmpty() || (expressTurns >= EXPRESS_TURNS && !bulk.isEmpty());
        return bulkTurn ? WriteLane.BULK : WriteLane.EXPRESS;
    }

    private Deque<T> in(WriteLane lane) {
        return lane == WriteLane.EXPRESS ? express : bulk;
    }
}
