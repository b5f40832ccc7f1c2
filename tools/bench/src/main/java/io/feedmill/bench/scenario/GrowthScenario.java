package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stack.WorkerHeap;
import io.feedmill.bench.stub.Followers;
import io.feedmill.bench.stub.InstantStore;
import java.util.List;
import java.util.Map;

/** The cost of a delivery as an author gets more followers: on an instant store, by a worker with a heap of 256 MiB. */
public final class GrowthScenario implements Scenario {
    private static final int WARM_UPS = 5;
    private static final int MANY = 10_000;
    private static final int MAX = 1_000_000;
    private static final List<Integer> SIZES = List.of(10, 100, 1_000, MANY, 100_000, MAX);
    private static final Map<String, String> HEAP = Map.of("_JAVA_OPTIONS", "-Xmx256m");

    @Override
    public String id() {
        return "growth";
    }

    @Override
    public String title() {
        return "one author, 10 to 1,000,000 followers; instant store, worker of 256 MiB";
    }

    @Override
    public Result run(Setting setting) {
        try (Emulators emulators = setting.emulators();
                InstantStore store = InstantStore.start(emulators);
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints().withStore(store.endpoint()), 1, HEAP)) {
            List<Author> authors = SIZES.stream()
                    .filter(followers -> followers <= setting.pick(MANY, MAX))
                    .map(followers -> new Author(stack, store, followers))
                    .toList();
            setting.warmedUp(new Author(stack, store, MANY), WARM_UPS);
            Figures figures = setting.compare(title(), Metric.DELIVERIES_PER_SECOND, authors);
            return setting.quick() ? Result.of(figures) : Result.of(figures, goals(figures));
        }
    }

    private static Goal.Result[] goals(Figures figures) {
        double heap = figures.of(name(MAX)).stats(Metric.HEAP_MIB).orElseThrow().max();
        double time = figures.ratio(name(MANY), name(MAX), Metric.DELIVERIES_PER_SECOND)
                .median();
        return new Goal.Result[] {Goal.HEAP_1M.measured(heap), Goal.FLAT_1M.measured(time)};
    }

    private static String name(int followers) {
        return "%,d followers".formatted(followers);
    }

    /** An author publishes; one with few followers more often. */
    private record Author(FeedmillStack stack, InstantStore store, int followers) implements Contender {
        private static final int DELIVERIES = 100_000;
        private static final int MAX_POSTS = 200;

        @Override
        public String name() {
            return GrowthScenario.name(followers);
        }

        @Override
        public Role role() {
            return Role.OURS;
        }

        @Override
        public Sample run() {
            int count = Math.clamp(DELIVERIES / followers, 1, MAX_POSTS);
            Posts posts = Posts.by(Followers.author(followers, "growth"), count, followers);
            long before = store.requests();
            Sample sample = stack.feedmill(Feedmill.NAME, posts, store.cpu()).run();
            double requests = store.requests() - before;
            return sample.with(Metric.REQUESTS, requests / posts.deliveries())
                    .with(
                            Metric.HEAP_MIB,
                            WorkerHeap.committedMib(stack.workers().getFirst()));
        }
    }
}
