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
import io.feedmill.bench.stub.StoreOptions;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * 1 to 8 workers at a store that takes 10 ms and has capacity for 8. Each worker may do little at once, so that the store's latency sets
 * the pace, and not the cores that they share here.
 */
final class WorkersScenario implements Scenario {
    private static final List<Integer> COUNTS = List.of(1, 2, 4, 8);
    private static final int MOST = COUNTS.getLast();
    private static final Duration LATENCY = Duration.ofMillis(10);
    private static final int AT_ONCE = 1;
    private static final int BATCH = 25;
    private static final int FOLLOWERS = 10_000;

    /** Only the quick compiler: eight of the other one take minutes, and the cores that the workers need. */
    private static final Map<String, String> WORKER = Map.of(
            "_JAVA_OPTIONS", "-XX:TieredStopAtLevel=1",
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
        List<Series> series = new ArrayList<>();
        for (int workers : COUNTS) {
            series.add(series(setting, workers));
        }
        Figures figures = new Figures(title(), Metric.DELIVERIES_PER_SECOND, series);
        Stats scaled = figures.ratio(name(MOST), name(1), Metric.DELIVERIES_PER_SECOND);
        SortedMap<Integer, String> names =
                new TreeMap<>(COUNTS.stream().collect(Collectors.toMap(workers -> workers, WorkersScenario::name)));
        return Result.of(figures, Goal.SCALE_8.measured(scaled.median() / MOST))
                .with(Curves.of(figures, "workers", Feedmill.NAME, names));
    }

    /** Takes no turns with the others: a worker that has just started is not one that works. */
    private static Series series(Setting setting, int workers) {
        int posts = setting.pick(1, 3) * workers;
        try (OnStub bed = OnStub.start(setting, WorkersScenario::capacity, workers, WORKER)) {
            Posts load = Posts.by(GeneratedFollowers.author(FOLLOWERS, "workers"), posts, FOLLOWERS);
            return setting.rounds()
                    .run(List.of(bed.feedmill(name(workers), load)), setting.screen()::say)
                    .getFirst();
        }
    }

    private static StoreOptions capacity(StoreOptions options) {
        long batchesPerSecond = Duration.ofSeconds(1).dividedBy(LATENCY) * MOST * AT_ONCE;
        return options.withLatency(LATENCY).withWriteUnits(Math.toIntExact(batchesPerSecond * BATCH));
    }

    private static String name(int workers) {
        return workers == 1 ? "1 worker" : workers + " workers";
    }
}
