package io.feedmill.common.queue;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterException;
import io.feedmill.common.queue.DeadLetterSender.DeadLetterReason;
import io.feedmill.common.queue.QueueMessage.SendHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.StringNode;

/** The fields of a message, each checked when it is read. An invalid one throws a {@link DeadLetterException}. */
public record MessageFields(JsonNode json) {
    /** Nothing that messages count is more. */
    private static final int MAX_COUNT = 1_000_000_000;

    public boolean has(String name) {
        return json.has(name);
    }

    /** Empty if the field is absent. */
    public List<UserId> users(String name) {
        JsonNode array = json.path(name);
        if (array.isMissingNode()) {
            return List.of();
        }
        if (!array.isArray()) {
            throw malformed(name + " is not a list");
        }
        if (array.isEmpty()) {
            throw malformed(name + " is empty");
        }
        return array.valueStream().map(node -> user(name, node)).toList();
    }

    public JobId job(String name) {
        return id(name, JobId::parse, " is not a job id");
    }

    public PostId post(String name) {
        return id(name, PostId::parse, " is not a post id");
    }

    /** The position of a message; null: none. */
    public <T> @Nullable T after(Function<String, T> parser) {
        return has("after") ? id("after", parser, " is not a position") : null;
    }

    private <T> T id(String name, Function<String, T> parser, String problem) {
        try {
            return parser.apply(string(name));
        } catch (IllegalArgumentException e) {
            throw malformed(name + problem);
        }
    }

    public UserId user(String name) {
        return user(name, json.path(name));
    }

    private static UserId user(String name, JsonNode value) {
        if (!value.isString() || !UserId.isValid(value.stringValue())) {
            throw malformed(name + " is not a user id");
        }
        return new UserId(value.stringValue());
    }

    public String string(String name) {
        JsonNode value = json.path(name);
        if (!value.isString()) {
            throw malformed(name + " is not a string");
        }
        return value.stringValue();
    }

    public int integer(String name) {
        long value = number(name);
        if (value > MAX_COUNT) {
            throw malformed(name + " is too large");
        }
        return (int) value;
    }

    /** 0 if the field is absent. */
    public int count(String name) {
        return has(name) ? integer(name) : 0;
    }

    public long number(String name) {
        JsonNode value = json.path(name);
        if (!value.isIntegralNumber() || !value.canConvertToLong() || value.longValue() < 0) {
            throw malformed(name + " is not a number");
        }
        return value.longValue();
    }

    /** Numbers by user; empty if the field is absent. */
    public Map<UserId, Long> numbers(String name) {
        JsonNode users = json.path(name);
        if (!users.isMissingNode() && !users.isObject()) {
            throw malformed(name + " is not an object");
        }
        MessageFields fields = new MessageFields(users);
        return users.propertyNames().stream()
                .collect(Collectors.toMap(user -> user(name, StringNode.valueOf(user)), fields::number));
    }

    public SendHistory history() {
        return new SendHistory(
                integer("attempt"),
                has("firstSentAt") ? Instant.ofEpochMilli(number("firstSentAt")) : null,
                count("rechecks"));
    }

    static DeadLetterException malformed(String detail) {
        return new DeadLetterException(DeadLetterReason.MALFORMED, detail);
    }
}
