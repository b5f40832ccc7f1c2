package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.Followers;
import io.feedmill.bench.stub.InstantStore;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Eight workers, and then fewer of them, at a store latency of 10 ms. Each worker writes one batch at a time: the latency sets the pace, and not the
 * cores that the workers share here.
 */
public final class WorkersScenario implements Scenario {
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8);
    private static final int MAX = COUNTS.getLast();
    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 9;

    private static final Map<String, String> WORKER =
            Map.of("FEEDMILL_LISTENERS_CONCURRENCY", "1", "FEEDMILL_PRESSURE_CONCURRENT_WRITES", "1");

    @Override
    public String id() {
        return "workers";
    }

    @Override
    public String title() {
        return "1 to 8 workers, store latency 10 ms";
    }

    @Override
    public Result run(Setting setting) {
        int postsEach = setting.pick(1, 6);
        try (Emulators emulators = setting.emulators();
                InstantStore store = InstantStore.start(emulators);
                FeedmillStack stack = FeedmillStack.start(
                        emulators, emulators.endpoints().withStore(store.endpoint()), MAX, WORKER)) {
            setting.warmedUp(feedmill(stack, store, MAX, postsEach), WARM_UPS);
            store.latency(LATENCY);
            List<Series> series = new ArrayList<>();
            for (int workers : COUNTS.reversed()) {
                stack.keep(workers);
                Feedmill feedmill = feedmill(stack, store, workers, postsEach);
                series.addFirst(setting.rounds()
                        .run(List.of(feedmill), setting.screen()::say)
                        .getFirst());
            }
            Figures figures = new Figures(title(), Metric.DELIVERIES_PER_SECOND, series);
            double scaled = figures.ratio(name(MAX), name(1), Metric.DELIVERIES_PER_SECOND)
                    .median();
            return Result.of(figures, Goal.SCALE_8.measured(scaled / MAX));
        }
    }

    private static Feedmill feedmill(FeedmillStack stack, InstantStore store, int workers, int postsEach) {
        Posts posts = Posts.by(Followers.author(FOLLOWERS, "workers"), postsEach * workers, FOLLOWERS);
        return stack.feedmill(name(workers), posts, store.cpu());
    }

    private static String name(int workers) {
        return workers == 1 ? "1 worker" : workers + " workers";
    }
}
