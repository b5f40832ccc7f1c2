package io.feedmill.faults.queue;

import io.feedmill.faults.protocol.ApiCall;
import java.util.Map;
import tools.jackson.databind.node.ObjectNode;

/** Sends whose messages become visible later. */
public final class Sends {
    private static final String DELAY = "DelaySeconds";

    private Sends() {}

    /** The body with the delays, by the number of the entry; a longer one of the sender's stays. */
    public static ObjectNode delayed(ApiCall call, Map<Integer, Integer> seconds) {
        ObjectNode body = call.json().deepCopy();
        if (call.operation().endsWith("Batch")) {
            seconds.forEach(
                    (entry, delay) -> delay(body.path("Entries").path(entry).asObject(), delay));
        } else {
            seconds.values().forEach(delay -> delay(body, delay));
        }
        return body;
    }

    private static void delay(ObjectNode message, int seconds) {
        message.put(DELAY, Math.max(seconds, message.path(DELAY).asInt(0)));
    }
}
