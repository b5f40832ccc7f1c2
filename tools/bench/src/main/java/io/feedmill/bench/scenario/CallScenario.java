package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.stack.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.hc.client5.http.impl.classic.BasicHttpClientResponseHandler;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * The latency of calls of the API, one after the other, by the HTTP client of the SDK: both sides of a ratio have the same client. No worker runs:
 * the responses need none.
 */
final class CallScenario {
    private static final int WARM_UPS = 10;
    private static final int READERS = 100;
    private static final String POST =
            JsonMapper.shared().writeValueAsString(Map.of("author", "author", "text", Posts.TEXT));

    private CallScenario() {}

    static Scenario.Result post(Setting setting) {
        int count = setting.pick(50, 500);
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0, Map.of());
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            URI uri = feedmill.client().at("/v1/posts");
            return compare(setting, Goal.POST, bare.posts(count), count, call -> post(uri));
        }
    }

    private static ClassicHttpRequest post(URI uri) {
        return ClassicRequestBuilder.post(uri)
                .setEntity(POST, ContentType.APPLICATION_JSON)
                .addHeader("Idempotency-Key", UUID.randomUUID().toString())
                .build();
    }

    static Scenario.Result page(Setting setting) {
        int count = setting.pick(100, 1_000);
        Deliveries feeds = Deliveries.of(READERS, 80);
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0, Map.of());
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            bare.writes(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> feedmill.client().at("/v1/feeds/home/" + reader))
                    .toList();
            Contender limit = bare.pages(feeds.recipients(), count);
            return compare(
                    setting,
                    Goal.PAGE,
                    limit,
                    count,
                    call -> ClassicRequestBuilder.get(uris.get(call % READERS)).build());
        }
    }

    private static Scenario.Result compare(
            Setting setting, Goal goal, Contender limit, int count, IntFunction<ClassicHttpRequest> request) {
        try (CloseableHttpClient http = HttpClients.createDefault()) {
            Contender ours = Contender.ours(
                    Contender.FEEDMILL,
                    () -> Timing.ofCalls(count, 1, call -> send(http, request.apply(call)))
                            .ofLatencies());
            setting.warmedUp(ours, WARM_UPS);
            Figures figures = setting.compare("latency of a call", Metric.P50_MILLIS, List.of(limit, ours));
            return Scenario.Result.of(figures, figures.judge(goal, limit));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Reads the body as a string. Throws an {@link UncheckedIOException} unless the status is 2xx. */
    private static void send(CloseableHttpClient http, ClassicHttpRequest request) {
        try {
            http.execute(request, new BasicHttpClientResponseHandler());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
