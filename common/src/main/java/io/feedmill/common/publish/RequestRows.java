package io.feedmill.common.publish;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TransactionResult;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Duration;
import java.time.Instant;
import java.util.HexFormat;
import java.util.Map;
import java.util.Optional;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Answered requests as rows of the table {@code requests}: {@code <user>#<idempotency key>}, for 24 hours. */
public final class RequestRows {
    static final Table TABLE = Table.withoutSortKey("requests");

    private static final Duration RETENTION = Duration.ofHours(24);
    private static final String MADE = "made";
    private static final String BODY = "body";

    private RequestRows() {}

    /**
     * Remembers the request, on condition that its key is free or its request has expired: TTL deletes late.
     *
     * @param made the id of what it makes
     */
    public static TransactWriteItem put(Dynamo dynamo, KeyedRequest request, String made, Instant now) {
        Map<String, AttributeValue> row = Attributes.of()
                .string(TableSchema.PK, request.user() + "#" + request.key())
                .string(MADE, made)
                .string(BODY, hash(request.body()))
                .number(TableSchema.EXPIRES, now.plus(RETENTION).getEpochSecond())
                .map();
        return dynamo.putIf(
                TABLE,
                row,
                "attribute_not_exists(pk) OR expires <= :now",
                Attributes.of().number(":now", now.getEpochSecond()));
    }

    /** The id of what the earlier request made, for which the transaction of this one failed; empty if that said something else. */
    public static Optional<String> made(KeyedRequest request, TransactionResult.ConditionFailed lost) {
        Row earlier = lost.current();
        if (earlier == null) {
            throw new IllegalStateException("The condition failed without the existing record");
        }
        return earlier.string(BODY).equals(hash(request.body())) ? Optional.of(earlier.string(MADE)) : Optional.empty();
    }

    private static String hash(String text) {
        try {
            return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(text.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every JDK has SHA-256", e);
        }
    }
}
