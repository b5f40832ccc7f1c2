package io.feedmill.faults.queue;

import java.util.regex.Pattern;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The receipt handles of a message that is delivered more than once: the original with a mark at its end, which the target never sees. In AWS a
 * message can be deleted again without an error; the targets are not all so kind, and the mark tells whom to be kind to.
 */
public final class Receipts {
    private static final String FIELD = "ReceiptHandle";
    private static final Pattern MARK = Pattern.compile("~delivery-\\d+$");

    private Receipts() {}

    /** Gives a message the mark of its n-th delivery. */
    static void mark(ObjectNode message, int delivery) {
        message.put(FIELD, receipt(message) + "~delivery-" + delivery);
    }

    /** Whether the receipt in the request or entry is of such a message. */
    public static boolean isMarked(JsonNode entry) {
        return MARK.matcher(receipt(entry)).find();
    }

    /** The request or entry with the receipt that the target knows. */
    public static ObjectNode original(JsonNode entry) {
        return entry.deepCopy()
                .asObject()
                .put(FIELD, MARK.matcher(receipt(entry)).replaceFirst(""));
    }

    private static String receipt(JsonNode entry) {
        return entry.path(FIELD).asString("");
    }
}
