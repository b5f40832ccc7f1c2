package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Emulators;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntFunction;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.EntityUtils;
import org.apache.hc.core5.http.io.entity.StringEntity;
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
        try (Emulators emulators = setting.emulators();
                Feedmill feedmill = Feedmill.start(emulators, emulators.endpoints(), 0, Map.of());
                BareCalls bare = new BareCalls(emulators.endpoints())) {
            URI uri = feedmill.client().at("/v1/posts");
            return compare(setting, Goal.POST, bare.posts(count), count, call -> post(uri));
        }
    }

    private static ClassicHttpRequest post(URI uri) {
        HttpPost request = new HttpPost(uri);
        request.setEntity(new StringEntity(POST, ContentType.APPLICATION_JSON));
        request.addHeader("Idempotency-Key", UUID.randomUUID().toString());
        return request;
    }

    static Scenario.Result page(Setting setting) {
        int count = setting.pick(100, 1_000);
        Deliveries feeds = Deliveries.of(READERS, 80);
        try (Emulators emulators = setting.emulators();
                Feedmill feedmill = Feedmill.start(emulators, emulators.endpoints(), 0, Map.of());
                BareCalls bare = new BareCalls(emulators.endpoints())) {
            bare.writes(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> feedmill.client().at("/v1/feeds/home/" + reader))
                    .toList();
            Contender limit = bare.pages(feeds.recipients(), count);
            return compare(setting, Goal.PAGE, limit, count, call -> new HttpGet(uris.get(call % READERS)));
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
            http.execute(request, response -> {
                String body = EntityUtils.toString(response.getEntity());
                if (response.getCode() / 100 != 2) {
                    throw new IOException("%s: %d %s".formatted(request, response.getCode(), body));
                }
                return body;
            });
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
