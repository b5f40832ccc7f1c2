package io.feedmill.faults;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import tools.jackson.databind.node.ObjectNode;

/** Messages to deliver later. Times are nanoseconds from an arbitrary origin. Thread-safe. */
final class DelayedMessages {
    private final Map<String, PriorityQueue<Delayed>> queues = new HashMap<>();
    private long added;

    private record Delayed(ObjectNode message, long due, long order) {}

    synchronized void add(String queue, ObjectNode message, long due) {
        queues.computeIfAbsent(
                        queue,
                        unknown -> new PriorityQueue<>(
                                Comparator.comparingLong(Delayed::due).thenComparingLong(Delayed::order)))
                .add(new Delayed(message, due, added++));
    }

    /** Removes and returns up to {@code max} due messages, the one due first at the front. */
    synchronized List<ObjectNode> take(String queue, int max, long now) {
        List<ObjectNode> due = new ArrayList<>();
        PriorityQueue<Delayed> waiting = queues.getOrDefault(queue, new PriorityQueue<>());
        while (due.size() < max && !waiting.isEmpty() && waiting.peek().due() <= now) {
            due.add(waiting.remove().message());
        }
        return due;
    }

    /** When the next message is due. */
    synchronized OptionalLong nextDue(String queue) {
        Delayed first = queues.getOrDefault(queue, new PriorityQueue<>()).peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first.due());
    }
}
