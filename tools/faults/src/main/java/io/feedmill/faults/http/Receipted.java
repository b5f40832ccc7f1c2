package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Json;
import io.feedmill.faults.protocol.Refusals;
import io.feedmill.faults.protocol.Service;
import io.feedmill.faults.queue.ReceiptBatch;
import io.feedmill.faults.queue.Receipts;
import io.feedmill.faults.verdict.Edit;
import java.io.IOException;
import java.util.List;
import tools.jackson.databind.node.ObjectNode;

/**
 * Calls with receipt handles: deletes and changes of visibility. The receipts of a message that was delivered more than once all stand for the one
 * that the target knows, and that it no longer knows it is no failure.
 */
final class Receipted {
    private Receipted() {}

    static HttpAnswer send(ApiCall call, Edit.WithoutDeletes without, Forwarder target) throws IOException {
        return call.operation().endsWith("Batch") ? batch(call, without, target) : single(call, without, target);
    }

    private static HttpAnswer single(ApiCall call, Edit.WithoutDeletes without, Forwarder target) throws IOException {
        if (without.failed().contains(0)) {
            return HttpAnswer.of(Service.SQS, Refusals.internal(Service.SQS, 500));
        }
        if (without.ignored().contains(0)) {
            return done();
        }
        if (!Receipts.isMarked(call.json())) {
            return target.send(call.body());
        }
        HttpAnswer answer = target.send(Body.of(Receipts.original(call.json())));
        return answer.status() / 100 == 4 ? done() : answer;
    }

    private static HttpAnswer batch(ApiCall call, Edit.WithoutDeletes without, Forwarder target) throws IOException {
        ReceiptBatch batch = ReceiptBatch.of(call.json(), without);
        if (batch.isPlain()) {
            return target.send(call.body());
        }
        List<ObjectNode> wanted = batch.wanted();
        HttpAnswer answer = wanted.isEmpty() ? done() : target.send(Body.of(ReceiptBatch.request(call.json(), wanted)));
        return answer.isOk() ? answer.withJson(batch.answer(answer.body().json())) : answer;
    }

    private static HttpAnswer done() {
        return HttpAnswer.of(Service.SQS, 200, Json.object());
    }
}
