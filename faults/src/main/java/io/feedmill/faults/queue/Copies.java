package io.feedmill.faults.queue;

import tools.jackson.databind.node.ObjectNode;

/** Messages that come once more: the same id and content, a receipt handle of their own, and a receive count that goes on. */
public final class Copies {
    private static final String RECEIPT = "ReceiptHandle";
    private static final String COUNT = "ApproximateReceiveCount";

    private Copies() {}

    /** The copy with the number, counted from 1. */
    public static ObjectNode of(ObjectNode message, int number) {
        ObjectNode copy = message.deepCopy();
        copy.put(RECEIPT, Receipts.copy(message.path(RECEIPT).asString(""), number));
        if (copy.path("Attributes") instanceof ObjectNode attributes && attributes.has(COUNT)) {
            attributes.put(COUNT, Integer.toString(attributes.path(COUNT).asInt() + number));
        }
        return copy;
    }
}
