package io.feedmill.faults.queue;

import tools.jackson.databind.node.ObjectNode;

/** Messages that come more than once: each time the same id and content, a receipt handle of its own, and a receive count that goes on. */
public final class Copies {
    private static final String COUNT = "ApproximateReceiveCount";

    private Copies() {}

    /** How often the message was received, 0 where it does not say. */
    public static int receiveCount(ObjectNode message) {
        return message.path("Attributes").path(COUNT).asInt(0);
    }

    /** The message as it is delivered for the n-th time again; 0 is the first delivery. */
    public static ObjectNode of(ObjectNode message, int again) {
        ObjectNode copy = message.deepCopy();
        Receipts.mark(copy, again);
        if (copy.path("Attributes") instanceof ObjectNode attributes && attributes.has(COUNT)) {
            attributes.put(COUNT, Integer.toString(attributes.path(COUNT).asInt() + again));
        }
        return copy;
    }
}
