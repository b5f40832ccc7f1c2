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
import io.feedmill.bench.servers.Posts;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.IntConsumer;
import org.apache.hc.client5.http.classic.methods.HttpGet;
import org.apache.hc.client5.http.classic.methods.HttpPost;
import org.apache.hc.core5.http.ClassicHttpRequest;
import org.apache.hc.core5.http.ContentType;
import org.apache.hc.core5.http.io.entity.StringEntity;
import tools.jackson.databind.json.JsonMapper;

/** The latency of calls of the API, one after the other. No worker runs: the responses need none. */
public enum CallScenario implements Scenario {
    POST("post", "publishing, one call after the other", Goal.POST) {
        @Override
        Figures run(Setting setting, Feedmill feedmill, BareCalls bare, HttpCalls http) {
            int count = setting.pick(50, 500);
            URI uri = feedmill.client().at("/v1/posts");
            return compare(setting, bare.posts(count), count, call -> http.send(post(uri)));
        }

        private ClassicHttpRequest post(URI uri) {
            HttpPost request = new HttpPost(uri);
            request.setEntity(new StringEntity(BODY, ContentType.APPLICATION_JSON));
            request.addHeader("Idempotency-Key", UUID.randomUUID().toString());
            return request;
        }
    },

    PAGE("page", "first pages of 50, one call after the other", Goal.PAGE) {
        @Override
        Figures run(Setting setting, Feedmill feedmill, BareCalls bare, HttpCalls http) {
            int count = setting.pick(100, 1_000);
            Deliveries feeds = Deliveries.of(100, 80);
            bare.writes(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> feedmill.client().at("/v1/feeds/home/" + reader))
                    .toList();
            return compare(
                    setting,
                    bare.pages(feeds.recipients(), count),
                    count,
                    call -> http.send(new HttpGet(uris.get(call % uris.size()))));
        }
    };

    private static final String BODY =
            JsonMapper.shared().writeValueAsString(Map.of("author", "author", "text", Posts.TEXT));
    private static final int WARM_UPS = 10;

    private final String id;
    private final String title;
    private final Goal goal;

    CallScenario(String id, String title, Goal goal) {
        this.id = id;
        this.title = title;
        this.goal = goal;
    }

    @Override
    public String id() {
        return id;
    }

    @Override
    public String title() {
        return title;
    }

    @Override
    public Result run(Setting setting) {
        try (Emulators emulators = setting.emulators();
                Feedmill feedmill = Feedmill.start(emulators, emulators.endpoints(), 0, Map.of());
                BareCalls bare = new BareCalls(emulators.endpoints());
                HttpCalls http = new HttpCalls()) {
            Figures figures = run(setting, feedmill, bare, http);
            return Result.of(
                    figures, figures.judge(goal, figures.series().getFirst().name()));
        }
    }

    abstract Figures run(Setting setting, Feedmill feedmill, BareCalls bare, HttpCalls http);

    Figures compare(Setting setting, Contender limit, int count, IntConsumer call) {
        Contender ours = Contender.ours(
                Contender.FEEDMILL, () -> Timing.ofCalls(count, 1, call).ofLatencies());
        return setting.compare(title, Metric.P50_MILLIS, List.of(limit, setting.warmedUp(ours, WARM_UPS)));
    }
}
