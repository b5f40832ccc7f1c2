package io.feedmill.faults.http;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Operations;
import io.feedmill.faults.queue.Sends;
import io.feedmill.faults.verdict.Edit;
import java.io.IOException;

/** Forwards requests other than they are, and makes their answers fit again. Thread-safe. */
final class Edits {
    private final Receives receives;

    Edits(Receives receives) {
        this.receives = receives;
    }

    HttpAnswer send(ApiCall call, Edit edit, Forwarder target) throws IOException {
        return switch (edit) {
            case Edit.None none -> unedited(call, target);
            case Edit.WithoutItems without -> batch(call, without, target);
            case Edit.WithoutDeletes without -> Receipted.send(call, without, target);
            case Edit.DelayedSends delayed -> target.send(Body.of(Sends.delayed(call, delayed.seconds())));
        };
    }

    /** Messages may wait to be received, and copies of messages to be deleted, whatever the script says now. */
    private HttpAnswer unedited(ApiCall call, Forwarder target) throws IOException {
        if (Operations.RECEIVES.contains(call.operation())) {
            return receives.send(call, target);
        }
        boolean hasReceipts =
                Operations.DELETES.contains(call.operation()) || Operations.VISIBILITY.contains(call.operation());
        return hasReceipts ? Receipted.send(call, Edit.WithoutDeletes.NONE, target) : target.send(call.body());
    }

    private static HttpAnswer batch(ApiCall call, Edit.WithoutItems without, Forwarder target) throws IOException {
        Body others = Body.of(BatchItems.request(call, item -> !without.items().contains(item)));
        HttpAnswer answer = target.send(others);
        return answer.isOk()
                ? answer.withJson(BatchItems.answer(
                        call, without.items()::contains, answer.body().json()))
                : answer;
    }
}
