package io.feedmill.chaos.rig;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/** The field of each message, and the attribute of each row, that a newer version may write and that no version knows. */
final class NewerFields {
    static final String NAME = "newer";

    private static final String MESSAGE = "MessageBody";
    private static final String CHECKSUM = "MD5OfMessageBody";
    private static final String ID = "Id";

    private NewerFields() {}

    /** Adds them to the body of the request. Returns how many were added. */
    static long add(String operation, ObjectNode body) {
        return switch (operation) {
            case "PutItem" -> addToRows(Stream.of(body));
            case "BatchWriteItem" ->
                addToRows(body.path("RequestItems")
                        .valueStream()
                        .flatMap(JsonNode::valueStream)
                        .map(write -> write.path("PutRequest")));
            case "TransactWriteItems" ->
                addToRows(body.path("TransactItems").valueStream().map(part -> part.path("Put")));
            case "SendMessage", "SendMessageBatch" ->
                messages(operation, body).filter(NewerFields::addToMessage).count();
            default -> 0;
        };
    }

    private static long addToRows(Stream<JsonNode> puts) {
        return puts.map(put -> put.path("Item"))
                .filter(JsonNode::isObject)
                .map(item -> item.asObject().putObject(NAME).put("S", "unknown"))
                .count();
    }

    private static Stream<JsonNode> messages(String operation, JsonNode body) {
        return operation.endsWith("Batch") ? body.path("Entries").valueStream() : Stream.of(body);
    }

    private static boolean addToMessage(JsonNode entry) {
        ObjectNode message = Body.of(text(entry).getBytes(UTF_8)).json();
        if (message.isEmpty()) {
            return false;
        }
        message.put(NAME, "unknown");
        entry.asObject().put(MESSAGE, message.toString());
        return true;
    }

    /** Puts the checksums of the messages as the sender wrote them, which its SDK compares, into the answer to a send. */
    static ObjectNode answer(ApiCall call, ObjectNode answer) {
        messages(call.operation(), call.json())
                .forEach(entry -> Stream.concat(
                                Stream.of(answer), answer.path("Successful").valueStream())
                        .filter(sent -> sent.has(CHECKSUM) && sent.path(ID).equals(entry.path(ID)))
                        .forEach(sent -> sent.asObject().put(CHECKSUM, md5(text(entry)))));
        return answer;
    }

    private static String text(JsonNode entry) {
        return entry.path(MESSAGE).asString("");
    }

    private static String md5(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("MD5").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e); // every JDK has it
        }
    }
}
