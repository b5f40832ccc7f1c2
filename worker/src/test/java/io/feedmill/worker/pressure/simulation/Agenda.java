package io.feedmill.worker.pressure.simulation;

import java.time.Duration;
import java.util.Comparator;
import java.util.PriorityQueue;

/** Actions in virtual time. Actions of one instant run in the order of their insertion. */
final class Agenda {
    private final PriorityQueue<Entry> entries =
            new PriorityQueue<>(Comparator.comparingLong(Entry::at).thenComparingLong(Entry::number));
    private long now;
    private long entered;

    private record Entry(long at, long number, Runnable action) {}

    /** Returns the nanoseconds since the simulation's start. */
    long now() {
        return now;
    }

    void in(long nanos, Runnable action) {
        entries.add(new Entry(now + nanos, entered++, action));
    }

    void runUntil(Duration end) {
        while (!entries.isEmpty() && entries.peek().at() <= end.toNanos()) {
            Entry next = entries.remove();
            now = next.at();
            next.action().run();
        }
        now = end.toNanos();
    }
}
