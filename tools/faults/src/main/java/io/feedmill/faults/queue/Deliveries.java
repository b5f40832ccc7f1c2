package io.feedmill.faults.queue;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import tools.jackson.databind.node.ObjectNode;

/** Messages that are to be delivered later. Times are nanoseconds from an arbitrary origin. Thread-safe. */
public final class Deliveries {
    private final Map<String, PriorityQueue<Kept>> queues = new HashMap<>();
    private long kept;

    private record Kept(ObjectNode message, long due, long order) {
        private static final Comparator<Kept> FIRST =
                Comparator.comparingLong(Kept::due).thenComparingLong(Kept::order);
    }

    public synchronized void keep(String queue, ObjectNode message, long due) {
        queues.computeIfAbsent(queue, unknown -> new PriorityQueue<>(Kept.FIRST))
                .add(new Kept(message, due, kept++));
    }

    /** Takes out what is due, first what was due first. */
    public synchronized List<ObjectNode> take(String queue, int atMost, long now) {
        List<ObjectNode> due = new ArrayList<>();
        PriorityQueue<Kept> waiting = queues.getOrDefault(queue, new PriorityQueue<>());
        while (due.size() < atMost && !waiting.isEmpty() && waiting.peek().due() <= now) {
            due.add(waiting.remove().message());
        }
        return due;
    }

    /** When the next one is due. */
    public synchronized OptionalLong next(String queue) {
        Kept first = queues.getOrDefault(queue, new PriorityQueue<>()).peek();
        return first == null ? OptionalLong.empty() : OptionalLong.of(first.due());
    }
}
