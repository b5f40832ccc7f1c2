package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Calls;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** The latency of a post for its author. No worker runs: the response needs none. */
public final class PostScenario implements Scenario {
    private static final String POST = "POST /v1/posts";
    private static final int WARM_UPS = 10;
    private static final String BODY =
            JsonMapper.shared().writeValueAsString(Map.of("author", "author", "text", Posts.TEXT));

    @Override
    public String id() {
        return "post";
    }

    @Override
    public String title() {
        return "publishing, one call after the other";
    }

    @Override
    public Result run(Setting setting) {
        int posts = setting.pick(50, 500);
        try (Emulators emulators = setting.emulators();
                FeedmillStack stack = FeedmillStack.start(emulators, emulators.endpoints(), 0, Map.of());
                BareCalls bare = new BareCalls(emulators.endpoints());
                HttpCalls http = new HttpCalls()) {
            URI uri = stack.client().at("/v1/posts");
            Calls limit = bare.posts(posts);
            Calls post = new Calls(
                    POST,
                    Role.OURS,
                    posts,
                    () -> call -> http.post(uri, BODY, UUID.randomUUID().toString()));
            Figures figures =
                    setting.compare(title(), Metric.P50_MILLIS, List.of(limit, setting.warmedUp(post, WARM_UPS)));
            return Result.of(
                    figures,
                    Goal.POST.measured(
                            figures.ratio(POST, limit.name(), Metric.P50_MILLIS).median()));
        }
    }
}
