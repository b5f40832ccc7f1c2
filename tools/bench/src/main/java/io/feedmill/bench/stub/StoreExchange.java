package io.feedmill.bench.stub;

import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.ExchangeHandler.Exchange;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.AwsError;
import io.feedmill.faults.protocol.Body;
import java.io.IOException;
import java.util.Optional;
import tools.jackson.databind.json.JsonMapper;

/** Answers queries for followers that a model knows, and has all else done by the store behind it. Thread-safe. */
final class StoreExchange implements Exchange {
    private static final String QUERY = "Query";

    private final Upstream behind;
    private final FollowerModel model;
    private final Pacing pacing;
    private final Tally tally;

    StoreExchange(Upstream behind, FollowerModel model, Pacing pacing, Tally tally) {
        this.behind = behind;
        this.model = model;
        this.pacing = pacing;
        this.tally = tally;
    }

    @Override
    public void serve(HttpCall http, Client client) throws InterruptedException {
        switch (http.path()) {
            case InstantStore.COUNTS -> client.answer(HttpAnswer.of(Service.OTHER, 200, counts()));
            case InstantStore.PACE -> {
                pacing.set(JsonMapper.shared().readValue(http.body().bytes(), Pace.class));
                client.answer(HttpAnswer.of(Service.OTHER, 200, http.body()));
            }
            default -> serveStore(http, client);
        }
    }

    private void serveStore(HttpCall http, Client client) throws InterruptedException {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        Thread.sleep(pacing.latency());
        try {
            client.answer(answer(call, http));
        } catch (IOException e) {
            client.close();
        }
    }

    private Body counts() {
        return Body.of(JsonMapper.shared().writeValueAsBytes(tally.counts()));
    }

    private HttpAnswer answer(ApiCall call, HttpCall http) throws IOException {
        try {
            Optional<FollowerPage> page = FollowerQuery.of(call, InstantStore.FOLLOWS)
                    .flatMap(query ->
                            model.followers(query.author()).map(followers -> FollowerPage.of(query, followers)));
            return page.isPresent() ? answer(page.get(), call) : forward(call, http);
        } catch (IllegalArgumentException e) {
            return HttpAnswer.of(call.service(), refusal(e));
        }
    }

    private HttpAnswer answer(FollowerPage page, ApiCall call) {
        tally.count(QUERY, page.users().size(), 0, call.body().bytes().length);
        return HttpAnswer.of(Service.DYNAMO_DB, 200, Body.of(FollowerJson.of(page)));
    }

    private HttpAnswer forward(ApiCall call, HttpCall http) throws IOException {
        tally.count(call.operation(), 0, 0, call.body().bytes().length);
        return behind.send(http);
    }

    private static AwsError refusal(IllegalArgumentException reason) {
        return new AwsError(
                400,
                "com.amazon.coral.validate#ValidationException",
                String.valueOf(reason.getMessage()),
                Body.newObject());
    }
}
