package io.feedmill.common.publish;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.stream.Collectors.joining;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Place;
import io.feedmill.common.publish.PublishStore.PublishRequest;
import io.feedmill.common.publish.PublishStore.PublishResult;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Objects;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Answered requests as rows of the table {@code requests}: {@code <author>#<idempotency key>}, for 24 hours. */
final class RequestRows {
    public static final Table TABLE = Table.withoutSortKey("requests");

    private static final Duration RETENTION = Duration.ofHours(24);
    private static final String POST = "post";
    private static final String BODY = "body";

    private RequestRows() {}

    /** Remembers the request, on condition that its key is free or its request has expired: TTL deletes late. */
    static TransactWriteItem put(Dynamo dynamo, PublishRequest request, String key, Instant now) {
        Map<String, AttributeValue> row = Attributes.of()
                .string(TableSchema.PK, request.author() + "#" + key)
                .string(POST, request.id().value())
                .string(BODY, hash(request))
                .number(TableSchema.EXPIRES, now.plus(RETENTION).getEpochSecond())
                .map();
        return dynamo.putIf(
                TABLE,
                row,
                "attribute_not_exists(pk) OR expires <= :now",
                Attributes.of().number(":now", now.getEpochSecond()));
    }

    /** The answer that the earlier request had, if this one has its body. */
    static PublishResult replay(PublishRequest request, Row earlier) {
        if (!earlier.string(BODY).equals(hash(request))) {
            return new PublishResult.KeyReused();
        }
        PublishRequest first = new PublishRequest(
                PostId.parse(earlier.string(POST)),
                request.author(),
                request.content(),
                request.idempotencyKey(),
                request.place(),
                request.audience(),
                request.mode());
        return new PublishResult.Replayed(first.post());
    }

    /** The hash of what the request says. Text and data may have line breaks. */
    private static String hash(PublishRequest request) {
        Place place = request.place();
        return hash(String.join(
                "\n",
                place == null ? "" : place.canonical(),
                readers(request.audience()),
                hash(request.content().text()),
                Objects.requireNonNullElse(request.content().data(), "")));
    }

    private static String readers(Audience audience) {
        return switch (audience) {
            case Audience.Everyone everyone -> "";
            case Audience.Followers followers -> "followers";
            case Audience.Users list ->
                "users " + list.users().stream().map(UserId::value).collect(joining(" "));
        };
    }

    private static String hash(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
