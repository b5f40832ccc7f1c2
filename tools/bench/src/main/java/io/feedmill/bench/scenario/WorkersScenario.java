package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.Followers;
import io.feedmill.bench.servers.InstantStore;
import io.feedmill.stack.Platform;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Eight workers, and then fewer of them, at a store latency of 10 ms. Each worker writes one batch at a time: the latency sets the pace, and not the
 * cores that the workers share here.
 */
final class WorkersScenario {
    private static final List<Integer> COUNTS = List.of(8, 4, 2, 1);
    private static final int MAX = 8;
    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 9;

    private static final Map<String, String> WORKER =
            Map.of("FEEDMILL_LISTENERS_CONCURRENCY", "1", "FEEDMILL_PRESSURE_CONCURRENT_WRITES", "1");

    private WorkersScenario() {}

    static Scenario.Result run(Setting setting) {
        int postsEach = setting.pick(1, 6);
        try (Platform platform = setting.platform();
                InstantStore store = InstantStore.start(platform);
                Feedmill feedmill = Feedmill.start(platform, store.endpoints(), MAX, WORKER)) {
            setting.warmedUp(contender(feedmill, MAX, postsEach), WARM_UPS);
            store.latency(LATENCY);
            List<Series> series = new ArrayList<>();
            for (int workers : COUNTS) {
                feedmill.keep(workers);
                series.addAll(setting.rounds(1, setting.pick(2, 5), List.of(contender(feedmill, workers, postsEach))));
            }
            Figures figures = new Figures("1 to 8 workers", Metric.DELIVERIES_PER_SECOND, series.reversed());
            double scaled = figures.ratio(name(MAX), name(1), Metric.DELIVERIES_PER_SECOND)
                    .median();
            return Scenario.Result.of(figures, Goal.SCALE_8.measured(scaled / MAX));
        }
    }

    private static Contender contender(Feedmill feedmill, int workers, int postsEach) {
        Posts posts = Posts.by(Followers.author(FOLLOWERS, "workers"), postsEach * workers, FOLLOWERS);
        return feedmill.delivers(name(workers), posts);
    }

    private static String name(int workers) {
        return workers == 1 ? "1 worker" : workers + " workers";
    }
}
