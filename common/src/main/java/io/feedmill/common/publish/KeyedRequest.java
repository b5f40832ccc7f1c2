package io.feedmill.common.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TransactionResult.ConditionFailed;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;
import tools.jackson.databind.DeserializationFeature;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * A request that its client may repeat for 24 hours: with the same key, 1 to 255 ASCII characters, it makes nothing more. The body is equal for
 * requests that mean the same. Once answered it is a row of the table {@code requests}: {@code <user>#<idempotency key>}.
 */
public record KeyedRequest(UserId user, String key, String body) {
    static final Table TABLE = Table.withoutSortKey("requests");

    private static final Duration RETENTION = Duration.ofHours(24);
    private static final String MADE = "made";
    private static final String BODY = "body";

    private static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .build();

    /** A request that says these things; null: nothing. */
    public static KeyedRequest of(UserId user, String key, @Nullable Object... said) {
        return new KeyedRequest(user, key, JSON.writeValueAsString(Arrays.asList(said)));
    }

    public static KeyedRequest of(Post post, String key) {
        String data = post.data();
        Place place = post.place();
        List<@Nullable Object> said = new ArrayList<>(Arrays.asList(
                "post",
                post.text(),
                data == null ? null : meaning(JSON.readTree(data)),
                place == null ? null : place.canonical(),
                post.audience().toString()));
        post.content().mentions().forEach(user -> said.add(user.value()));
        return of(post.author(), key, said.toArray());
    }

    /** Returns what the JSON means: whatever the order of its fields and the spelling of its numbers, as in RFC 8785. */
    private static Object meaning(JsonNode value) {
        if (value.isNumber()) {
            return value.decimalValue().stripTrailingZeros();
        }
        if (value.isArray()) {
            return value.valueStream().map(KeyedRequest::meaning).toList();
        }
        if (value.isObject()) {
            Map<String, Object> sorted = new TreeMap<>();
            value.forEachEntry((name, field) -> sorted.put(name, meaning(field)));
            return sorted;
        }
        return value;
    }

    /** Remembers it and the id of what it makes, if its key is free or that key's request has expired: TTL deletes late. */
    public TransactWriteItem put(Dynamo dynamo, String made, Instant now) {
        Attributes row = Attributes.of()
                .string(TableSchema.PK, user + "#" + key)
                .string(MADE, made)
                .string(BODY, hash())
                .expires(now.plus(RETENTION));
        return dynamo.putIf(
                TABLE,
                row,
                "attribute_not_exists(pk) OR expires <= :now",
                Attributes.of().number(":now", now.getEpochSecond()));
    }

    /** The id of what the earlier request made, for which the transaction of this one failed; empty if that said something else. */
    public Optional<String> made(ConditionFailed lost) {
        Row earlier = Objects.requireNonNull(lost.current());
        return earlier.string(BODY).equals(hash()) ? Optional.of(earlier.string(MADE)) : Optional.empty();
    }

    private String hash() {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(body.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
