package io.feedmill.common.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/** Messages as JSON objects with {@code type} and {@code v}, the version. Ignores unknown fields, refuses unknown types and versions. */
public final class MessageCodec {
    /** The maximum size of a message on the wire. */
    public static final int MAX_BYTES = 64 * 1_024;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    private final Map<String, MessageType<?>> types;

    /** Reads messages of these types, whose names differ. */
    public MessageCodec(List<MessageType<?>> types) {
        this.types = types.stream().collect(Collectors.toMap(MessageType::name, Function.identity()));
    }

    public static String encode(QueueMessage message) {
        ObjectNode json = JSON.createObjectNode();
        json.put("v", message.version()).put("type", message.type().name());
        message.write(json);
        encode(message.history(), json);
        String after = message.after();
        if (after != null) {
            json.put("after", after);
        }
        return JSON.writeValueAsString(
                json.put("author", message.author().value()).put("attempt", message.attempt()));
    }

    private static void encode(SendHistory history, ObjectNode json) {
        Instant first = history.firstSentAt();
        if (first != null) {
            json.put("firstSentAt", first.toEpochMilli());
        }
        count(json, "rechecks", history.rechecks());
    }

    /** Writes a number, unless it is 0. */
    public static void count(ObjectNode json, String name, long number) {
        if (number > 0) {
            json.put(name, number);
        }
    }

    public static void users(ObjectNode json, String name, List<UserId> users) {
        ArrayNode array = json.putArray(name);
        users.forEach(user -> array.add(user.value()));
    }

    /** Throws {@link DeadLetterException} if the text is not a message. */
    public QueueMessage decode(String text) {
        if (text.length() > MAX_BYTES || text.getBytes(UTF_8).length > MAX_BYTES) {
            throw new DeadLetterException(DeadLetterReason.TOO_LARGE, "larger than " + MAX_BYTES + " bytes");
        }
        MessageFields fields = new MessageFields(parse(text));
        int version = fields.integer("v");
        MessageType<?> type = types.get(fields.json().path("type").asString(""));
        if (version < 1 || version > (type == null ? 1 : type.versions())) {
            throw new DeadLetterException(DeadLetterReason.UNKNOWN_VERSION, "unknown version");
        }
        fields.string("type");
        if (type == null) {
            throw new DeadLetterException(DeadLetterReason.UNKNOWN_TYPE, "unknown type");
        }
        try {
            return type.reader().apply(fields);
        } catch (IllegalArgumentException e) {
            throw MessageFields.malformed(String.valueOf(e.getMessage()));
        }
    }

    private static JsonNode parse(String text) {
        try {
            JsonNode json = JSON.readTree(text);
            if (json.isObject()) {
                return json;
            }
        } catch (JacksonException e) {
            throw new DeadLetterException(DeadLetterReason.NOT_JSON, "not JSON");
        }
        throw new DeadLetterException(DeadLetterReason.NOT_JSON, "not a JSON object");
    }
}
