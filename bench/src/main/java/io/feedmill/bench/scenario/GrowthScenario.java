package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.stub.GeneratedFollowers;
import io.feedmill.bench.stub.StoreCounts;
import io.feedmill.bench.workload.PowerLaw;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;

/** What a delivery costs as an author gets more followers: on a store that takes no time, with a worker that has 256 MiB. */
final class GrowthScenario implements Scenario {
    private static final int HEAP_MIB = 256;

    @Override
    public String id() {
        return "growth";
    }

    @Override
    public String title() {
        return "one author, 10 to 1,000,000 followers; instant store";
    }

    @Override
    public Result run(Setting setting) {
        Map<String, String> heap = Map.of("_JAVA_OPTIONS", "-Xmx%dm".formatted(HEAP_MIB));
        try (OnStub bed = OnStub.start(setting, UnaryOperator.identity(), 1, heap)) {
            List<Following> sizes = PowerLaw.SIZES.stream()
                    .filter(followers -> followers <= setting.pick(10_000, 1_000_000))
                    .map(followers -> new Following(bed, followers))
                    .toList();
            Figures figures = new Figures(
                    title(), Metric.DELIVERIES_PER_SECOND, setting.rounds().run(sizes, setting.screen()::say));
            return Result.of(figures);
        }
    }

    private static String name(int followers) {
        return "%,d followers".formatted(followers);
    }

    /** One author's posts. */
    private record Following(OnStub bed, int followers) implements Contender {
        /** Of smaller authors so many posts that a round makes as many deliveries. */
        private static final int DELIVERIES = 100_000;

        private static final int MOST_POSTS = 200;

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
            int count = Math.clamp(DELIVERIES / followers, 1, MOST_POSTS);
            Posts posts = Posts.by(GeneratedFollowers.author(followers, "growth"), count, followers);
            StoreCounts before = bed.store().counts();
            Sample sample = bed.feedmill(Feedmill.NAME, posts).run();
            StoreCounts made = bed.store().counts().minus(before);
            return sample.with(Metric.REQUESTS, (double) made.requests() / posts.deliveries());
        }
    }
}
