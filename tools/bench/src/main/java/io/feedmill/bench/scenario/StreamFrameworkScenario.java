package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.StubStore;
import io.feedmill.stack.Platform;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.load.RunSteps;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.ToDoubleFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Stream-Framework, by tasks of its default size and by larger, cheaper ones, and one worker with an instant store, on the same follows and posts. */
final class StreamFrameworkScenario {
    private static final int AUTHORS = 20;
    private static final int WARM_UPS = 3;
    private static final int LARGE_CHUNK = 1_000;

    /** Has the size of the Facebook graph of the Stanford collection; its users are named by rank. */
    private static final GraphGenerator GRAPH = new GraphGenerator(4_039, 1_045, 0.4526, 20_260_101);

    private static final GraphGenerator SMALL = new GraphGenerator(1_000, 500, 0.4526, 20_260_101);

    private StreamFrameworkScenario() {}

    static Scenario.Result run(Setting setting) {
        StreamFramework peer = StreamFramework.of(setting.workspace().root());
        Optional<String> missing = peer.setUp(setting.screen());
        if (missing.isPresent()) {
            return new Scenario.Result(List.of(), List.of(), List.of(missing.get()));
        }
        FollowGraph graph = (setting.quick() ? SMALL : GRAPH).generate();
        Posts posts = postsOfMostFollowed(graph, setting.pick(1, 4));
        try (Platform platform = setting.platform();
                StubStore store = StubStore.start(platform, StubStore.Options.INSTANT);
                Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 1)) {
            new RunSteps(feedmill.client(), setting.screen()).importGraph(graph);
            Contender ours = feedmill.delivers(Contender.FEEDMILL, posts);
            Stream<Contender> theirs = Stream.of(StreamFramework.CHUNK, LARGE_CHUNK)
                    .map(chunk -> Contender.peer(
                            "%s, tasks of %,d".formatted(StreamFramework.NAME, chunk),
                            () -> peer.publish(graph, posts, chunk).sample()));
            Figures figures = setting.compare(
                    "posts by the 20 most followed of a generated graph of %,d users".formatted(graph.size()),
                    Metric.DELIVERIES_PER_SECOND,
                    Rounds.fixed(WARM_UPS, 5),
                    Stream.concat(Stream.of(ours), theirs).toList());
            return Scenario.Result.of(figures, goals(figures));
        }
    }

    /** The authors take turns. Of the generated users the first ones have the most followers. */
    static Posts postsOfMostFollowed(FollowGraph graph, int each) {
        List<String> ids = IntStream.range(0, AUTHORS).mapToObj(graph::id).toList();
        return new Posts(
                Collections.nCopies(each, ids).stream().flatMap(List::stream).toList(),
                (long) each
                        * IntStream.range(0, AUTHORS).map(graph::followersOf).sum());
    }

    /** Judges each goal against the better peer. */
    static Goal.Result[] goals(Figures figures) {
        double cpu = min(
                figures,
                peer -> figures.ratio(peer, Contender.FEEDMILL, Metric.CPU_MICROS)
                        .value());
        double rate = min(
                figures,
                peer -> figures.ratio(Contender.FEEDMILL, peer, Metric.DELIVERIES_PER_SECOND)
                        .value());
        return new Goal.Result[] {Goal.SF_CPU.measured(cpu), Goal.SF_RATE.measured(rate)};
    }

    private static double min(Figures figures, ToDoubleFunction<String> advantage) {
        return figures.series().stream()
                .filter(series -> series.role() == Contender.Role.PEER)
                .map(Series::name)
                .mapToDouble(advantage)
                .min()
                .orElseThrow();
    }
}
