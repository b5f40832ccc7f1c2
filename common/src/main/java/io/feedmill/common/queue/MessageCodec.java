package io.feedmill.common.queue;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.PairChange;
import io.feedmill.common.outbox.PairChange.Reached;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueMessage.Rest;
import io.feedmill.common.queue.QueueMessage.Sending;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.core.JacksonException;
import tools.jackson.core.StreamReadFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ArrayNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * Messages as JSON objects with {@code type} and {@code v}, the version of the format. Unknown fields
 * are ignored; unknown types and versions are refused.
 */
public final class MessageCodec {
    /** The maximum size of a message on the wire. */
    public static final int MAX_BYTES = 64 * 1_024;

    private static final int VERSION = 1;

    /** Of a slice whose message has progress: a worker that ignores it would count wrongly, or end the slice early. */
    private static final int VERSION_WITH_PROGRESS = 2;

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** The maximum size of a slice without its recipients. */
    private static final int ENVELOPE = 640;

    private MessageCodec() {}

    /** The number of these recipients, from the first, that fit into one message. */
    public static int fitting(List<UserId> recipients) {
        int bytes = ENVELOPE;
        for (int i = 0; i < recipients.size(); i++) {
            bytes += recipients.get(i).value().length() + 3;
            if (bytes > MAX_BYTES) {
                return i;
            }
        }
        return recipients.size();
    }

    public static String encode(QueueMessage message) {
        ObjectNode json = JSON.createObjectNode();
        json.put("v", hasProgress(message) ? VERSION_WITH_PROGRESS : VERSION);
        switch (message) {
            case QueueMessage.Plan plan -> encode(plan, json.put("type", "plan"));
            case QueueMessage.Deliver deliver -> encode(deliver, json.put("type", "deliver"));
            case QueueMessage.Repair repair -> encode(repair, json.put("type", "repair"));
            case QueueMessage.Views views -> encode(views, json.put("type", "views"));
            case QueueMessage.Reconcile reconcile -> encode(reconcile, json.put("type", "reconcile"));
            case PairMessage.Rebuild rebuild -> encode(rebuild, json.put("type", "rebuild"));
        }
        encode(message.sending(), json);
        String after = after(message);
        if (after != null) {
            json.put("after", after);
        }
        return JSON.writeValueAsString(
                json.put("author", message.author().value()).put("attempt", message.attempt()));
    }

    private static boolean hasProgress(QueueMessage message) {
        return message instanceof QueueMessage.Deliver slice
                && !slice.rest().equals(Rest.of(slice.rest().recipients()));
    }

    private static void encode(Sending sending, ObjectNode json) {
        Instant first = sending.firstSentAt();
        if (first != null) {
            json.put("firstSentAt", first.toEpochMilli());
        }
        count("rechecks", sending.rechecks(), json);
    }

    /** The position of the message: all before it, and itself, is done. {@link MessageFields#after} is the inverse. */
    private static @Nullable String after(QueueMessage message) {
        return switch (message) {
            case QueueMessage.Plan plan -> plan.after();
            case QueueMessage.Deliver slice -> value(slice.rest().after());
            case QueueMessage.Reconcile reconcile ->
                reconcile.after() == null ? null : reconcile.after().value();
            case PairMessage.Rebuild rebuild -> value(rebuild.reached().last());
            case QueueMessage.OfPost none -> null;
        };
    }

    private static @Nullable String value(@Nullable UserId user) {
        return user == null ? null : user.value();
    }

    private static void encode(QueueMessage.Plan plan, ObjectNode json) {
        json.put("job", plan.job().value()).put("goesOn", plan.goesOn());
    }

    private static void encode(QueueMessage.Deliver deliver, ObjectNode json) {
        Slice slice = deliver.slice();
        json.put("job", deliver.job().value())
                .put("slice", slice.number())
                .put("first", slice.first().value())
                .put("last", slice.last().value())
                .put("size", slice.size());
        Rest rest = deliver.rest();
        if (!rest.recipients().isEmpty()) {
            encode(rest.recipients(), json.putArray("recipients"));
        }
        count("delivered", rest.delivered(), json);
        for (Skipped.Reason reason : Skipped.Reason.values()) {
            count(reason.value(), rest.skipped().of(reason), json);
        }
    }

    private static void count(String name, long recipients, ObjectNode json) {
        if (recipients > 0) {
            json.put(name, recipients);
        }
    }

    private static void encode(QueueMessage.Repair repair, ObjectNode json) {
        json.put("job", repair.post().value());
        encode(repair.recipients(), json.putArray("recipients"));
    }

    private static void encode(QueueMessage.Views views, ObjectNode json) {
        json.put("post", views.post().value());
        encode(views.viewers(), json.putArray("viewers"));
    }

    private static void encode(QueueMessage.Reconcile reconcile, ObjectNode json) {
        PairChange pair = reconcile.pair();
        json.put("follower", pair.follower().value())
                .put("change", pair.kind().value())
                .put("tick", pair.tick())
                .put("shard", pair.shard())
                .put("look", reconcile.look());
    }

    private static void encode(PairMessage.Rebuild rebuild, ObjectNode json) {
        json.put("tick", rebuild.pair().tick()).put("shard", rebuild.pair().shard());
        if (rebuild.reached().last() != null) {
            json.put("authors", rebuild.reached().authors());
        }
    }

    private static void encode(List<UserId> users, ArrayNode array) {
        users.forEach(user -> array.add(user.value()));
    }

    /** Throws {@link UnreadableMessageException} if the text is not a message. */
    public static QueueMessage decode(String text) {
        if (text.length() > MAX_BYTES || text.getBytes(UTF_8).length > MAX_BYTES) {
            throw new UnreadableMessageException(DeadLetterReason.TOO_LARGE, "larger than " + MAX_BYTES + " bytes");
        }
        MessageFields fields = new MessageFields(parse(text));
        int version = fields.integer("v");
        boolean isSlice = "deliver".equals(fields.json().path("type").asString(""));
        if (version != VERSION && !(version == VERSION_WITH_PROGRESS && isSlice)) {
            throw new UnreadableMessageException(DeadLetterReason.UNKNOWN_VERSION, "unknown version");
        }
        try {
            return switch (fields.string("type")) {
                case "plan" -> plan(fields);
                case "deliver" -> deliver(fields);
                case "repair" -> repair(fields);
                case "views" -> views(fields);
                case "reconcile" -> reconcile(fields);
                case "rebuild" -> rebuild(fields);
                default -> throw new UnreadableMessageException(DeadLetterReason.UNKNOWN_TYPE, "unknown type");
            };
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
            throw new UnreadableMessageException(DeadLetterReason.NOT_JSON, "not JSON");
        }
        throw new UnreadableMessageException(DeadLetterReason.NOT_JSON, "not a JSON object");
    }

    private static QueueMessage.Plan plan(MessageFields fields) {
        return new QueueMessage.Plan(
                fields.job("job"),
                fields.user("author"),
                fields.json().path("goesOn").asBoolean(false),
                value(fields.after(UserId::new)),
                sending(fields));
    }

    private static QueueMessage.Deliver deliver(MessageFields fields) {
        Slice slice =
                new Slice(fields.integer("slice"), fields.user("first"), fields.user("last"), fields.integer("size"));
        Skipped skipped = new Skipped(
                fields.count(Skipped.Reason.NOT_FOLLOWING.value()),
                fields.count(Skipped.Reason.NOT_PERMITTED.value()),
                fields.count(Skipped.Reason.GONE.value()),
                fields.count(Skipped.Reason.BLOCKED.value()));
        Rest rest = new Rest(fields.users("recipients"), fields.after(UserId::new), fields.count("delivered"), skipped);
        return new QueueMessage.Deliver(fields.job("job"), fields.user("author"), slice, rest, sending(fields));
    }

    private static Sending sending(MessageFields fields) {
        return new Sending(
                fields.integer("attempt"),
                fields.has("firstSentAt") ? Instant.ofEpochMilli(fields.number("firstSentAt")) : null,
                fields.count("rechecks"));
    }

    private static QueueMessage.Repair repair(MessageFields fields) {
        return new QueueMessage.Repair(
                fields.post("job"), fields.user("author"), fields.users("recipients"), sending(fields));
    }

    private static QueueMessage.Views views(MessageFields fields) {
        return new QueueMessage.Views(
                fields.post("post"), fields.user("author"), fields.users("viewers"), sending(fields));
    }

    private static QueueMessage.Reconcile reconcile(MessageFields fields) {
        PairChange pair = new PairChange(
                fields.integer("shard"),
                fields.number("tick"),
                fields.user("follower"),
                fields.user("author"),
                PairChange.Kind.of(fields.string("change"))
                        .orElseThrow(() -> MessageFields.malformed("change is not follow or unfollow")));
        return new QueueMessage.Reconcile(pair, fields.integer("look"), fields.after(FeedKey::parse), sending(fields));
    }

    private static PairMessage.Rebuild rebuild(MessageFields fields) {
        UserId user = fields.user("author");
        PairChange pair =
                new PairChange(fields.integer("shard"), fields.number("tick"), user, user, PairChange.Kind.REBUILD);
        UserId last = fields.after(UserId::new);
        Reached reached = last == null ? Reached.NOTHING : new Reached(fields.number("authors"), last);
        return new PairMessage.Rebuild(pair, reached, sending(fields));
    }

    /** The text is no message of this version. The exception's message quotes nothing of the text. */
    public static final class UnreadableMessageException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        private final DeadLetterReason reason;

        public UnreadableMessageException(DeadLetterReason reason, String detail) {
            super(detail);
            this.reason = reason;
        }

        public DeadLetterReason reason() {
            return reason;
        }
    }
}
