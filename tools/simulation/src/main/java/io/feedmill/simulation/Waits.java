package io.feedmill.simulation;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import tools.jackson.core.JacksonException;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/** Requeued messages that wait longer than they may: twice as long as their work made no progress. By {@code docs/fan-out.md}, Retries. */
final class Waits {
    private static final JsonMapper JSON = new JsonMapper();
    private static final long FIRST = Duration.ofSeconds(4).toNanos();
    /** For which a plan waits for the pending slices of its job, whether or not it was received before. */
    private static final long PAUSE = Duration.ofSeconds(10).toNanos();
    /** Numbers of a slice's message that are no counts of settled recipients. */
    private static final List<String> NO_COUNTS = List.of("v", "attempt", "firstSentAt", "rechecks", "slice", "size");

    private final Map<String, Work> messages = new HashMap<>();
    private final Map<Thread, Work> handled = new HashMap<>();
    private final List<String> wrong = new ArrayList<>();

    /** The work of a message, the time of its last progress, and how often workers that stopped requeued it since then: its next delay is longer nevertheless. */
    private record Work(JsonNode message, long since, int stops) {
        boolean isRequeuedAs(JsonNode next) {
            return next.path("attempt").asInt(0) > 0
                    && Stream.of("type", "author", "rechecks")
                            .allMatch(name -> message.path(name).equals(next.path(name)));
        }

        boolean isStuckAt(JsonNode next) {
            return message.path("after").equals(next.path("after")) && settled(message) == settled(next);
        }

        /** A slice may have read who is left of its range, without a delivery. */
        private static long settled(JsonNode message) {
            return message.path("type").asString("").equals("deliver")
                    ? message.properties().stream()
                            .filter(field -> field.getValue().isNumber() && !NO_COUNTS.contains(field.getKey()))
                            .mapToLong(field -> field.getValue().asLong())
                            .sum()
                    : 0;
        }

        long longest(long now) {
            long pause = message.path("goesOn").asBoolean(false) ? PAUSE : 0;
            return Math.max(pause, (FIRST + 2 * (now - since)) << stops);
        }
    }

    /** The current thread handles this message, which is its only one. */
    void handle(String id) {
        Work work = messages.get(id);
        if (work != null) {
            handled.put(Thread.currentThread(), work);
        }
    }

    /** The current thread has sent a message. */
    void sent(String id, String body, long now, long delay) {
        JsonNode next;
        try {
            next = JSON.readTree(body);
        } catch (JacksonException e) {
            return;
        }
        // an inline delivery leaves a slice as a later attempt, at once
        Work work = new Work(next, now, delay == 0 ? next.path("attempt").asInt(0) : 0);
        Work before = handled.get(Thread.currentThread());
        if (before != null && before.isRequeuedAs(next)) {
            work = before.isStuckAt(next) ? new Work(next, before.since, before.stops + (delay == 0 ? 1 : 0)) : work;
            if (delay > work.longest(now)) {
                wrong.add("A message waits %d s, for %d s without progress: %s"
                        .formatted(delay / 1_000_000_000, (now - work.since) / 1_000_000_000, body));
            }
        }
        messages.put(id, work);
    }

    List<String> wrong() {
        return wrong;
    }
}
