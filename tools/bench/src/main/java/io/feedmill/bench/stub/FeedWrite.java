package io.feedmill.bench.stub;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.Body;
import java.util.Arrays;
import java.util.Optional;
import java.util.function.ToIntFunction;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** A call that writes feed items without a condition, as the SDK sends it: what a table is called comes first. */
final class FeedWrite {
    static final FeedWrite BATCH =
            new FeedWrite("BatchWriteItem", "{\"RequestItems\":{\"%s\":", ItemCount::of, "{\"UnprocessedItems\":{}}");
    static final FeedWrite SINGLE = new FeedWrite("PutItem", "{\"TableName\":\"%s\",", body -> 1, "{}");

    private final String operation;
    private final String target;
    private final byte[] start;
    private final ToIntFunction<byte[]> items;
    private final HttpAnswer written;

    private FeedWrite(String operation, String start, ToIntFunction<byte[]> items, String written) {
        this.operation = operation;
        this.target = "DynamoDB_20120810." + operation;
        this.start = start.formatted(InstantStore.FEEDS).getBytes(US_ASCII);
        this.items = items;
        this.written = HttpAnswer.of(Service.DYNAMO_DB, 200, Body.of(written.getBytes(US_ASCII)));
    }

    /** The one that the header {@code X-Amz-Target} names, whatever its table. */
    static Optional<FeedWrite> of(@Nullable String target) {
        return Stream.of(BATCH, SINGLE)
                .filter(write -> write.target.equals(target))
                .findFirst();
    }

    /** DynamoDB's name of it. */
    String operation() {
        return operation;
    }

    /** Whether it is for the table of feeds, and for no other. */
    boolean isForFeeds(byte[] body) {
        return body.length > start.length && Arrays.equals(body, 0, start.length, start, 0, start.length);
    }

    /** How many items it writes. */
    int items(byte[] body) {
        return items.applyAsInt(body);
    }

    /** The answer when all of them are written. */
    HttpAnswer written() {
        return written;
    }

    ApiCall call(byte[] body) {
        return ApiCall.of(target, Body.of(body));
    }
}
