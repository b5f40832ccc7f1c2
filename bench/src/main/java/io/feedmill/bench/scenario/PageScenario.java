package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.limit.Limit;
import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.work.Deliveries;
import java.net.URI;
import java.util.List;
import java.util.Map;

/** How long a reader waits for the first page of a home feed. */
final class PageScenario implements Scenario {
    private static final String PAGE = "GET /v1/feeds/home/{user}";
    private static final int READERS = 100;
    private static final int POSTS = 80;

    @Override
    public String id() {
        return "page";
    }

    @Override
    public String title() {
        return "first pages of 50, one call after the other";
    }

    @Override
    public Result run(Setting setting) {
        int pages = setting.pick(100, 1_000);
        Deliveries feeds = Deliveries.of(READERS, POSTS);
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints(), 0, Map.of(), setting.screen());
                Limits limits = Limits.of(emulators.endpoints());
                HttpCalls http = new HttpCalls()) {
            limits.batchWrites(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> stack.client().at("/v1/feeds/home/" + reader))
                    .toList();
            Limit limit = limits.queries(feeds.recipients(), pages, 1);
            Call call = new Call(PAGE, pages, number -> http.get(uris.get(number % READERS)));
            Figures figures = new Figures(
                    title(), Metric.P50_MILLIS, setting.rounds().run(List.of(limit, call), setting.screen()::say));
            return Result.of(
                    figures,
                    Goal.PAGE.measured(
                            figures.ratio(PAGE, limit.name(), Metric.P50_MILLIS).median()));
        }
    }
}
