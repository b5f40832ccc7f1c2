package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.limit.Limit;
import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import tools.jackson.databind.json.JsonMapper;

/** How long an author waits for the answer to a post. No worker runs: none has to, for the answer. */
final class PostScenario implements Scenario {
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
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints(), 0, Map.of(), setting.screen());
                Limits limits = Limits.of(emulators.endpoints());
                HttpCalls http = new HttpCalls()) {
            URI uri = stack.client().at("/v1/posts");
            Limit limit = limits.posts(posts, 1);
            Call call = setting.warmedUp(
                    new Call(
                            POST,
                            posts,
                            number -> http.post(uri, BODY, UUID.randomUUID().toString())),
                    WARM_UPS);
            Figures figures = new Figures(
                    title(), Metric.P50_MILLIS, setting.rounds().run(List.of(limit, call), setting.screen()::say));
            return Result.of(
                    figures,
                    Goal.POST.measured(
                            figures.ratio(POST, limit.name(), Metric.P50_MILLIS).median()));
        }
    }
}
