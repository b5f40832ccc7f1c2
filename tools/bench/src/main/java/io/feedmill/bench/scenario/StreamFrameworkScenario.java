package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.measure.Stats;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.streamframework.Installation;
import io.feedmill.bench.streamframework.Setup;
import io.feedmill.bench.streamframework.StreamFramework;
import io.feedmill.bench.streamframework.StreamFrameworkFanOut;
import io.feedmill.bench.workload.GraphFollowers;
import io.feedmill.bench.workload.NamedGraph;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The peer that teams pick, on the same follows and posts: Redis and Python there, an instant store and our worker here. Theirs runs with tasks of its
 * default size, and with larger ones that cost it less.
 */
final class StreamFrameworkScenario implements Scenario {
    private static final int AUTHORS = 20;
    private static final int WORKERS = 2;
    private static final int WARM_UPS = 25;
    private static final int LARGE_CHUNK = 1_000;

    @Override
    public String id() {
        return "stream-framework";
    }

    @Override
    public String title() {
        return "Stream-Framework, posts by the 20 most followed";
    }

    @Override
    public Result run(Setting setting) {
        return switch (Installation.setUp(setting.workspace(), setting.screen())) {
            case Setup.Missing missing -> Result.none(missing.note());
            case Setup.Ready ready -> compare(setting, ready.installation());
        };
    }

    private Result compare(Setting setting, Installation installation) {
        NamedGraph graph = NamedGraph.facebook(setting.graph());
        Posts posts = graph.posts(graph.mostFollowed(AUTHORS), setting.pick(1, 4));
        String followers = GraphFollowers.name(setting.graph());
        try (OnStub bed = OnStub.start(setting, options -> options.withFollowers(followers), 1, Map.of());
                StreamFramework peer = StreamFramework.start(installation, graph.graph(), WORKERS)) {
            List<Contender> contenders = List.of(
                    setting.warmedUp(bed.feedmill(Feedmill.NAME, posts), WARM_UPS),
                    new StreamFrameworkFanOut(peer, posts, StreamFramework.CHUNK),
                    new StreamFrameworkFanOut(peer, posts, LARGE_CHUNK));
            Figures figures = new Figures(
                    title() + " of " + graph.name(),
                    Metric.DELIVERIES_PER_SECOND,
                    setting.rounds().run(contenders, setting.screen()::say));
            return Result.of(figures, goals(figures));
        }
    }

    /** Each against the one of theirs that is better at it. */
    static GoalResult[] goals(Figures figures) {
        double cpu = least(figures, theirs -> figures.ratio(theirs, Feedmill.NAME, Metric.CPU_MICROS));
        double rate = least(figures, theirs -> figures.ratio(Feedmill.NAME, theirs, Metric.DELIVERIES_PER_SECOND));
        return new GoalResult[] {Goal.SF_CPU.measured(cpu), Goal.SF_RATE.measured(rate)};
    }

    private static double least(Figures figures, Function<String, Stats> advantage) {
        return figures.series().stream()
                .filter(series -> series.role() == Role.PEER)
                .map(Series::contender)
                .map(advantage)
                .mapToDouble(Stats::median)
                .min()
                .orElseThrow();
    }
}
