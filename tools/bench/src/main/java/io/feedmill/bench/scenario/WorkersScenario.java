package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.measure.Stats;
import io.feedmill.bench.plot.Curves;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import io.feedmill.bench.stub.Pace;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/**
 * 8 workers, and then fewer of them, at a store that takes 10 ms and has capacity for 8. Each worker may do little at once, so that the store's
 * latency sets the pace, and not the cores that they share here.
 */
final class WorkersScenario implements Scenario {
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8);
    private static final int MAX = COUNTS.getLast();
    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final int AT_ONCE = 1;
    private static final int BATCH = 25;
    private static final int FOLLOWERS = 10_000;
    private static final int WARM_UPS = 9;

    private static final Map<String, String> WORKER = Map.of(
            "FEEDMILL_LISTENERS_CONCURRENCY", Integer.toString(AT_ONCE),
            "FEEDMILL_PRESSURE_CONCURRENT_WRITES", Integer.toString(AT_ONCE));

    @Override
    public String id() {
        return "workers";
    }

    @Override
    public String title() {
        return "1 to 8 workers, store latency 10 ms, capacity for 8";
    }

    @Override
    public Result run(Setting setting) {
        int postsEach = setting.pick(1, 6);
        try (OnStub bed = OnStub.start(setting, UnaryOperator.identity(), MAX, WORKER)) {
            setting.warmedUp(feedmill(bed, MAX, postsEach), WARM_UPS);
            bed.store().pace(new Pace(LATENCY, capacity()));
            List<Series> series = new ArrayList<>();
            for (int workers : COUNTS.reversed()) {
                bed.stack().keep(workers);
                series.addFirst(setting.rounds()
                        .run(List.of(feedmill(bed, workers, postsEach)), setting.screen()::say)
                        .getFirst());
            }
            return result(new Figures(title(), Metric.DELIVERIES_PER_SECOND, series));
        }
    }

    private static Feedmill feedmill(OnStub bed, int workers, int postsEach) {
        Posts posts = Posts.by(GeneratedFollowers.author(FOLLOWERS, "workers"), postsEach * workers, FOLLOWERS);
        return bed.feedmill(name(workers), posts);
    }

    private static int capacity() {
        long batchesPerSecond = Duration.ofSeconds(1).dividedBy(LATENCY) * MAX * AT_ONCE;
        return Math.toIntExact(batchesPerSecond * BATCH);
    }

    private static Result result(Figures figures) {
        Stats scaled = figures.ratio(name(MAX), name(1), Metric.DELIVERIES_PER_SECOND);
        SortedMap<Integer, String> names =
                new TreeMap<>(COUNTS.stream().collect(Collectors.toMap(workers -> workers, WorkersScenario::name)));
        return Result.of(figures, Goal.SCALE_8.measured(scaled.median() / MAX))
                .with(Curves.of(figures, "workers", Feedmill.NAME, names));
    }

    private static String name(int workers) {
        return workers == 1 ? "1 worker" : workers + " workers";
    }
}
