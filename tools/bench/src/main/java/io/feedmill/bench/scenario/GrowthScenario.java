package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Stats;
import io.feedmill.bench.micro.RunningJvm;
import io.feedmill.bench.plot.Curves;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import io.feedmill.bench.stub.StoreCounts;
import io.feedmill.bench.workload.PowerLaw;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;

/** What a delivery costs as an author gets more followers: on a store that takes no time, with a worker that has 256 MiB. */
final class GrowthScenario implements Scenario {
    private static final int HEAP_MIB = 256;
    private static final int WARM_UPS = 5;
    private static final int MANY = 10_000;
    private static final int MAX = 1_000_000;

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
        Map<String, String> heap = Map.of("_JAVA_OPTIONS", "-Xmx%dm".formatted(HEAP_MIB));
        try (OnStub bed = OnStub.start(setting, UnaryOperator.identity(), 1, heap);
                RunningJvm worker =
                        RunningJvm.attach(bed.stack().workers().getFirst().pid())) {
            List<Author> authors = PowerLaw.SIZES.stream()
                    .filter(followers -> followers <= setting.pick(MANY, MAX))
                    .map(followers -> new Author(bed, worker, followers))
                    .toList();
            setting.warmedUp(new Author(bed, worker, MANY), WARM_UPS);
            Figures figures = new Figures(
                    title(), Metric.DELIVERIES_PER_SECOND, setting.rounds().run(authors, setting.screen()::say));
            Result result = setting.quick() ? Result.of(figures) : Result.of(figures, goals(figures));
            return result.with(Curves.of(figures, "followers", Feedmill.NAME, names(authors)));
        }
    }

    private static SortedMap<Integer, String> names(List<Author> authors) {
        return new TreeMap<>(authors.stream().collect(Collectors.toMap(Author::followers, Author::name)));
    }

    private static GoalResult[] goals(Figures figures) {
        Stats heap = figures.of(name(MAX)).stats(Metric.HEAP_MIB).orElseThrow();
        Stats time = figures.ratio(name(MANY), name(MAX), Metric.DELIVERIES_PER_SECOND);
        return new GoalResult[] {Goal.HEAP_1M.measured(heap.max()), Goal.FLAT_1M.measured(time.median())};
    }

    private static String name(int followers) {
        return "%,d followers".formatted(followers);
    }

    /** An author with so many followers publishes; one with few of them more often. */
    private record Author(OnStub bed, RunningJvm worker, int followers) implements Contender {
        private static final int DELIVERIES = 100_000;
        private static final int MAX_POSTS = 200;
        private static final double MIB = 1 << 20;

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
            Posts posts = Posts.by(GeneratedFollowers.author(followers, "growth"), count, followers);
            StoreCounts before = bed.store().counts();
            Sample sample = bed.feedmill(Feedmill.NAME, posts).run();
            StoreCounts made = bed.store().counts().minus(before);
            return sample.with(Metric.REQUESTS, (double) made.requests() / posts.deliveries())
                    .with(Metric.HEAP_MIB, worker.heap().getCommitted() / MIB);
        }
    }
}
