package io.feedmill.bench.stub;

import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.protocol.ThrottlingError.Limit;
import java.util.Set;

/** The table of feed items, which forgets all that is written to it, but says what DynamoDB would say. Thread-safe. */
final class FeedTable {
    private final Pacing pacing;
    private final Tally tally;

    FeedTable(Pacing pacing, Tally tally) {
        this.pacing = pacing;
        this.tally = tally;
    }

    /** The items are written as far as there is capacity. Those that are not come back; if that is all of them, as an error. */
    HttpAnswer write(FeedWrite write, byte[] body) {
        int items = write.items(body);
        int written = pacing.take(items);
        tally.count(write.operation(), written, items - written, body.length);
        if (written == items) {
            return write.written();
        }
        return written == 0 ? throttled(write.call(body)) : partly(write.call(body), written);
    }

    private static HttpAnswer throttled(ApiCall call) {
        AwsError error = AwsError.throttled(call, ThrottlingError.PROVISIONED, Limit.PROVISIONED_THROUGHPUT, Set.of());
        return HttpAnswer.of(Service.DYNAMO_DB, error);
    }

    private static HttpAnswer partly(ApiCall call, int written) {
        return HttpAnswer.of(
                Service.DYNAMO_DB, 200, BatchItems.answer(call, item -> item >= written, Body.newObject()));
    }
}
