package io.feedmill.bench.stub;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.Exchange;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.Json;
import io.feedmill.faults.protocol.Service;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.LongAdder;

/** Answers writes of feed items and queries for known followers at once, and forwards all other requests. Thread-safe. */
final class StoreExchange implements Exchange {
    /** The start of a write of feed items, as the SDK sends it. */
    private static final Map<String, byte[]> WRITES = Map.of(
            "BatchWriteItem",
                    "{\"RequestItems\":{\"%s\":".formatted(InstantStore.FEEDS).getBytes(US_ASCII),
            "PutItem", "{\"TableName\":\"%s\",".formatted(InstantStore.FEEDS).getBytes(US_ASCII));

    private static final Body WRITTEN = Body.of("{\"UnprocessedItems\":{}}".getBytes(US_ASCII));

    private final Upstream target;
    private final Followers followers;
    private final LongAdder requests = new LongAdder();
    private volatile Duration latency = Duration.ZERO;

    StoreExchange(Upstream target, Followers followers) {
        this.target = target;
        this.followers = followers;
    }

    @Override
    public void serve(HttpCall http, Client client) throws InterruptedException {
        switch (http.path()) {
            case InstantStore.REQUESTS -> control(client, Long.toString(requests.sum()));
            case InstantStore.LATENCY -> {
                latency =
                        Duration.ofMillis(Long.parseLong(new String(http.body().bytes(), US_ASCII)));
                control(client, "");
            }
            default -> serveStore(http, client);
        }
    }

    private static void control(Client client, String answer) {
        client.answer(HttpAnswer.of(Service.OTHER, 200, Body.of(answer.getBytes(US_ASCII))));
    }

    private void serveStore(HttpCall http, Client client) throws InterruptedException {
        requests.increment();
        Thread.sleep(latency);
        try {
            client.answer(answer(ApiCall.of(http.header("X-Amz-Target"), http.body()), http));
        } catch (IOException e) {
            client.close();
        }
    }

    private HttpAnswer answer(ApiCall call, HttpCall http) throws IOException {
        if (writesFeeds(call)) {
            return HttpAnswer.of(Service.DYNAMO_DB, 200, WRITTEN);
        }
        try {
            Optional<Body> page = FollowerQuery.of(call, InstantStore.FOLLOWS)
                    .flatMap(query -> followers.of(query.author()).map(all -> query.response(query.page(all))))
                    .map(Body::of);
            return page.isPresent() ? HttpAnswer.of(Service.DYNAMO_DB, 200, page.get()) : target.send(http);
        } catch (IllegalArgumentException e) {
            return HttpAnswer.of(call.service(), refusal(e));
        }
    }

    private static boolean writesFeeds(ApiCall call) {
        byte[] start = WRITES.get(call.operation());
        byte[] body = call.body().bytes();
        return start != null
                && body.length > start.length
                && Arrays.equals(body, 0, start.length, start, 0, start.length);
    }

    private static AwsError refusal(IllegalArgumentException reason) {
        return new AwsError(
                400,
                "com.amazon.coral.validate#ValidationException",
                String.valueOf(reason.getMessage()),
                Json.object());
    }
}
