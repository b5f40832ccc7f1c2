package io.feedmill.bench.stub;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Json;
import io.feedmill.faults.protocol.Limit;
import io.feedmill.faults.protocol.Refusals;
import io.feedmill.faults.protocol.Service;
import io.feedmill.faults.protocol.ThrottlingError;
import java.util.Arrays;
import java.util.Set;
import java.util.function.LongSupplier;

/** The table of feed items, which forgets all that is written to it, but says what DynamoDB would say. Thread-safe. */
final class FeedTable {
    static final String BATCH_WRITE = "BatchWriteItem";
    static final String TARGET = "DynamoDB_20120810." + BATCH_WRITE;

    private static final byte[] START =
            "{\"RequestItems\":{\"%s\":".formatted(InstantStore.FEEDS).getBytes(US_ASCII);
    private static final HttpAnswer WRITTEN =
            HttpAnswer.of(Service.DYNAMO_DB, 200, Body.of("{\"UnprocessedItems\":{}}".getBytes(US_ASCII)));

    private final WriteBudget budget;
    private final Tally tally;
    private final LongSupplier nanoTime;

    FeedTable(WriteBudget budget, Tally tally, LongSupplier nanoTime) {
        this.budget = budget;
        this.tally = tally;
        this.nanoTime = nanoTime;
    }

    /** Whether it is a batch for this table: the SDK's begin with the tables, and ours have one. */
    static boolean takes(byte[] batch) {
        return batch.length > START.length && Arrays.equals(batch, 0, START.length, START, 0, START.length);
    }

    /** The batch's items are written as far as there is capacity. Those that are not come back; if that is all of them, as an error. */
    HttpAnswer write(byte[] batch) {
        int items = ItemCount.of(batch);
        int written = budget.take(items, nanoTime.getAsLong());
        tally.count(BATCH_WRITE, written, items - written, batch.length);
        if (written == items) {
            return WRITTEN;
        }
        ApiCall call = ApiCall.of(TARGET, Body.of(batch));
        return written == 0 ? throttled(call) : partly(call, written);
    }

    private static HttpAnswer throttled(ApiCall call) {
        AwsError error = Refusals.throttled(call, ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT, Set.of());
        return HttpAnswer.of(Service.DYNAMO_DB, error);
    }

    private static HttpAnswer partly(ApiCall call, int written) {
        return HttpAnswer.of(Service.DYNAMO_DB, 200, BatchItems.answer(call, item -> item >= written, Json.object()));
    }
}
