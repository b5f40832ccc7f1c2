package io.feedmill.bench.stub;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.ExchangeHandler.Exchange;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.time.Duration;
import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import tools.jackson.databind.node.ObjectNode;

/** Answers writes of feed items and queries for generated followers, and forwards all other requests. Thread-safe. */
final class StoreExchange implements Exchange {
    /** The path that sets the latency in milliseconds. */
    static final String LATENCY = "/latency/";

    private static final TableSchema TABLES = new TableSchema("feedmill-");

    /** The start of a write of feed items, as the SDK sends it. */
    private static final Map<String, byte[]> WRITES = Map.of(
            "BatchWriteItem",
                    "{\"RequestItems\":{\"%s\":"
                            .formatted(TABLES.name(Table.FEEDS))
                            .getBytes(US_ASCII),
            "PutItem",
                    "{\"TableName\":\"%s\",".formatted(TABLES.name(Table.FEEDS)).getBytes(US_ASCII));

    private static final Body WRITTEN = Body.of("{\"UnprocessedItems\":{}}".getBytes(US_ASCII));

    private final Upstream target;
    private volatile Duration latency = Duration.ZERO;

    StoreExchange(Upstream target) {
        this.target = target;
    }

    @Override
    public void serve(HttpCall http, Client client) throws InterruptedException {
        if (http.path().startsWith(LATENCY)) {
            latency = Duration.ofMillis(Long.parseLong(http.path().substring(LATENCY.length())));
            client.answer(HttpAnswer.of(Service.OTHER, 200, Body.EMPTY));
            return;
        }
        Thread.sleep(latency);
        try {
            client.answer(answer(http));
        } catch (IOException e) {
            client.close();
        }
    }

    private HttpAnswer answer(HttpCall http) throws IOException {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        if (writesFeeds(call)) {
            return HttpAnswer.of(Service.DYNAMO_DB, 200, WRITTEN);
        }
        Optional<ObjectNode> followers =
                FollowerQuery.of(call, TABLES.name(Table.FOLLOWS)).map(FollowerQuery::response);
        return followers.isPresent() ? HttpAnswer.of(Service.DYNAMO_DB, 200, followers.get()) : target.send(http);
    }

    private static boolean writesFeeds(ApiCall call) {
        byte[] start = WRITES.get(call.operation());
        byte[] body = call.body().bytes();
        return start != null
                && body.length > start.length
                && Arrays.equals(body, 0, start.length, start, 0, start.length);
    }
}
