package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.StubStore;
import io.feedmill.stack.Platform;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import org.apache.hc.client5.http.impl.classic.BasicHttpClientResponseHandler;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.client5.http.impl.classic.HttpClients;
import org.apache.hc.client5.http.impl.io.PoolingHttpClientConnectionManagerBuilder;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.support.ClassicRequestBuilder;
import tools.jackson.databind.json.JsonMapper;

/** Posts, and what scenarios of calls share: stores, and the SDK's HTTP client, the same for both sides of a ratio. No worker runs: no answer needs one. */
final class CallScenario {
    static final Rounds ROUNDS = new Rounds(10, 8, 16);

    /** The store takes most of the time, and JVMs have the code of the rounds before them. */
    private static final Rounds DELAYED_ROUNDS = new Rounds(6, 6, 12);

    /** What AWS takes for a call, about. */
    static final List<Duration> DELAYS = List.of(Duration.ofMillis(5), Duration.ofMillis(10));

    /** The number of calls at a time to a store with a delay: too few to keep the cores busy. */
    private static final int DELAYED_CALLERS = 4;

    /** The maximum number of calls at a time. */
    static final int CALLERS = 32;

    private static final int CALLS = 300;
    private static final String POST =
            JsonMapper.shared().writeValueAsString(Map.of("author", "author", "text", Posts.TEXT));

    private static final CloseableHttpClient HTTP = client();

    private CallScenario() {}

    /** A store that calls are measured on, by this number of callers. */
    record Store(Endpoints endpoints, String name, Rounds rounds, int atOnce) {}

    /** Measures on DynamoDB Local, one call after the other, and on stores that answer each call after a delay. */
    static List<Figures> onEachStore(Platform platform, Function<Store, Figures> work) {
        List<Figures> figures = new ArrayList<>();
        figures.add(work.apply(new Store(Endpoints.of(platform.servers()), "DynamoDB Local", ROUNDS, 1)));
        for (Duration delay : DELAYS) {
            try (StubStore store = StubStore.start(platform, new StubStore.Options(delay, true))) {
                String name = "store and queue of %d ms".formatted(delay.toMillis());
                figures.add(work.apply(new Store(store.endpoints(), name, DELAYED_ROUNDS, DELAYED_CALLERS)));
            }
        }
        return figures;
    }

    static Scenario.Result post(Setting setting) {
        try (Platform platform = setting.platform()) {
            List<Figures> figures = onEachStore(platform, store -> posts(setting, platform, store));
            return new Scenario.Result(
                    figures,
                    List.of(
                            figures.getFirst().judge(Goal.POST, BareCalls.POSTS),
                            figures.getFirst().judge(Goal.POST_CPU, BareCalls.POSTS, Metric.CALL_CPU_MICROS),
                            figures.get(1).judge(Goal.POST_5_MS, BareCalls.POSTS)),
                    List.of());
        }
    }

    private static Figures posts(Setting setting, Platform platform, Store store) {
        try (Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 0);
                BareCalls bare = new BareCalls(store.endpoints())) {
            Contender ours = Contender.ours(
                    Contender.FEEDMILL,
                    () -> Timing.ofCalls(feedmill.apiPid(), CALLS, store.atOnce(), call -> send(post(feedmill)))
                            .perCall());
            return setting.compare(
                    "a post, " + store.name(),
                    Metric.P50_MILLIS,
                    store.rounds(),
                    List.of(bare.posts(CALLS, store.atOnce()), ours));
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

    /** Asks for no compression, and takes what is compressed as it is. */
    private static CloseableHttpClient client() {
        return HttpClients.custom()
                .disableContentCompression()
                .setConnectionManager(PoolingHttpClientConnectionManagerBuilder.create()
                        .setMaxConnPerRoute(CALLERS)
                        .setMaxConnTotal(CALLERS)
                        .build())
                .build();
    }

    /** Reads the body as a string. Throws an {@link UncheckedIOException} unless the status is 2xx. */
    static void send(ClassicHttpRequest request) {
        try {
            HTTP.execute(request, new BasicHttpClientResponseHandler());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
