package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
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

    /** The maximum number of calls at a time. */
    static final int CALLERS = 32;

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
            Contender ours = Contender.ours(
                    Contender.FEEDMILL,
                    () -> Timing.ofCalls(feedmill.apiPid(), count, 1, call -> send(http, post(feedmill)))
                            .perCall());
            Figures figures = compare(setting, List.of(limit, ours));
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

    static ClassicHttpRequest get(Feedmill api, URI uri) {
        return ClassicRequestBuilder.get(uri)
                .addHeader("Authorization", api.authorization())
                .build();
    }

    static Figures compare(Setting setting, List<Contender> contenders) {
        return setting.compare("latency of a call", Metric.P50_MILLIS, WARM_UPS, ROUNDS, contenders);
    }

    static List<Contender> with(Contender ours, Contender... others) {
        return Stream.concat(Stream.of(others), Stream.of(ours)).toList();
    }

    static CloseableHttpClient client() {
        return HttpClients.custom()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(CALLERS)
                        .setMaxConnTotal(CALLERS)
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
