package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.NamedGraph;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.streamframework.Installation;
import io.feedmill.bench.streamframework.StreamFramework;
import io.feedmill.bench.stub.InstantStore;
import io.feedmill.stack.load.StepFailure;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;

/**
 * Stream-Framework on the same follows and posts: Redis and Python there, an instant store and one worker here. It runs with tasks of its default
 * size, and with larger ones that cost it less.
 */
public final class StreamFrameworkScenario implements Scenario {
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
        return "Stream-Framework, posts by the 20 most followed authors";
    }

    @Override
    public Result run(Setting setting) {
        return switch (Installation.setUp(setting.workspace(), setting.screen())) {
            case Installation.Missing missing -> Result.none(missing.note());
            case Installation.Ready ready -> compare(setting, ready.installation());
        };
    }

    private Result compare(Setting setting, Installation installation) {
        NamedGraph graph = NamedGraph.facebook(setting.graph());
        Posts posts = graph.postsOfMostFollowed(AUTHORS, setting.pick(1, 4));
        try (Emulators emulators = setting.emulators();
                InstantStore store = InstantStore.start(emulators, setting.graph());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints().withStore(store.endpoint()), 1, Map.of());
                StreamFramework peer = StreamFramework.start(installation, graph.graph(), WORKERS)) {
            List<Contender> contenders = List.of(
                    setting.warmedUp(stack.feedmill(Feedmill.NAME, posts, store.cpu()), WARM_UPS),
                    new Peer(peer, posts, StreamFramework.CHUNK),
                    new Peer(peer, posts, LARGE_CHUNK));
            Figures figures =
                    setting.compare(title() + " of " + graph.name(), Metric.DELIVERIES_PER_SECOND, contenders);
            return Result.of(figures, goals(figures));
        }
    }

    /** Judges each goal against the better peer. */
    static Goal.Result[] goals(Figures figures) {
        double cpu = min(
                figures,
                peer -> figures.ratio(peer, Feedmill.NAME, Metric.CPU_MICROS).median());
        double rate = min(
                figures,
                peer -> figures.ratio(Feedmill.NAME, peer, Metric.DELIVERIES_PER_SECOND)
                        .median());
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

    /** Its CPU is the workers', without publishing, as for Feedmill. */
    private record Peer(StreamFramework peer, Posts posts, int chunk) implements Contender {
        @Override
        public String name() {
            return chunk == StreamFramework.CHUNK
                    ? StreamFramework.NAME
                    : "%s, tasks of %,d".formatted(StreamFramework.NAME, chunk);
        }

        @Override
        public Role role() {
            return Role.PEER;
        }

        @Override
        public Sample run() {
            StreamFramework.Published published = peer.publish(posts, chunk);
            if (published.delivered() != posts.deliveries()) {
                throw new StepFailure("Stream-Framework delivered %,d instead of %,d."
                        .formatted(published.delivered(), posts.deliveries()));
            }
            return Sample.of(Metric.DELIVERIES_PER_SECOND, published.deliveriesPerSecond())
                    .with(Metric.CPU_MICROS, published.micros(published.workerCpuSeconds()))
                    .with(Metric.STORE_CPU_MICROS, published.micros(published.storeCpuSeconds()));
        }
    }
}
