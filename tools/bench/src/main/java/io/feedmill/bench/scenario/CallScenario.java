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
import java.util.function.IntConsumer;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.BasicHttpClientResponseHandler;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import tools.jackson.databind.json.JsonMapper;

/**
 * The latency of calls of the API, by the HTTP client of the SDK: both sides of a ratio have the same client. No worker runs: the responses need none.
 */
final class CallScenario {
    private static final int WARM_UPS = 12;
    private static final int ROUNDS = 12;
    private static final int FEEDS = 100;
    private static final int READERS = 32;
    private static final int FEEDS_UNDER_LOAD = 64;
    private static final String POST =
            JsonMapper.shared().writeValueAsString(Map.of("author", "author", "text", Posts.TEXT));

    private CallScenario() {}

    static Scenario.Result post(Setting setting) {
        int count = 300;
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0);
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()));
                CloseableHttpClient http = client()) {
            Contender limit = bare.posts(count);
            Contender ours = ours(feedmill, count, 1, call -> send(http, post(feedmill)));
            Figures figures = compare(setting, ours, limit);
            return Scenario.Result.of(
                    figures,
                    figures.judge(Goal.POST, limit),
                    figures.judge(Goal.POST_CPU, limit, Metric.CALL_CPU_MICROS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static ClassicHttpRequest post(Feedmill api) {
        return ClassicRequestBuilder.post(api.at("/v1/posts"))
                .addHeader("Authorization", api.authorization())
                .setEntity(POST, ContentType.APPLICATION_JSON)
                .addHeader("Idempotency-Key", UUID.randomUUID().toString())
                .build();
    }

    /** One reader. */
    static Scenario.Result page(Setting setting) {
        return pages(setting, FEEDS, 500, 1);
    }

    /** Readers that keep the cores busy. */
    static Scenario.Result pageLoad(Setting setting) {
        return pages(setting, FEEDS_UNDER_LOAD, 2_000, READERS);
    }

    private static Scenario.Result pages(Setting setting, int readers, int count, int atOnce) {
        Deliveries feeds = Deliveries.of(readers, 80);
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0);
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()));
                CloseableHttpClient http = client()) {
            bare.writes(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> feedmill.at("/v1/feeds/home/" + reader))
                    .toList();
            Contender limit = bare.pages(feeds.recipients(), count, atOnce);
            Contender asJson = bare.pagesAsJson(feeds.recipients(), count, atOnce);
            Contender ours = ours(feedmill, count, atOnce, call -> send(http, get(feedmill, uris.get(call % readers))));
            Figures figures = compare(setting, ours, limit, asJson);
            return atOnce == 1
                    ? Scenario.Result.of(figures, figures.judge(Goal.PAGE, limit))
                    : Scenario.Result.of(
                            figures,
                            figures.judge(Goal.PAGE_LOAD_P50, limit),
                            figures.judge(Goal.PAGE_LOAD_P99, limit, Metric.P99_MILLIS),
                            figures.judge(Goal.PAGE_LOAD_CPU, asJson, Metric.CALL_CPU_MICROS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static ClassicHttpRequest get(Feedmill api, URI uri) {
        return ClassicRequestBuilder.get(uri)
                .addHeader("Authorization", api.authorization())
                .build();
    }

    /** Returns calls of the API; their CPU is the API's. */
    private static Contender ours(Feedmill feedmill, int count, int atOnce, IntConsumer call) {
        return Contender.ours(
                Contender.FEEDMILL,
                () -> Timing.ofCalls(feedmill.apiPid(), count, atOnce, call).perCall());
    }

    private static Figures compare(Setting setting, Contender ours, Contender... others) {
        return setting.compare("latency of a call", Metric.P50_MILLIS, WARM_UPS, ROUNDS, with(ours, others));
    }

    static List<Contender> with(Contender ours, Contender... others) {
        return Stream.concat(Stream.of(others), Stream.of(ours)).toList();
    }

    static CloseableHttpClient client() {
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(READERS)
                        .setMaxConnTotal(READERS)
                        .build())
                .build();
    }

    /** Reads the body as a string. Throws an {@link UncheckedIOException} unless the status is 2xx. */
    static void send(CloseableHttpClient http, ClassicHttpRequest request) {
        try {
            http.execute(request, new BasicHttpClientResponseHandler());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
