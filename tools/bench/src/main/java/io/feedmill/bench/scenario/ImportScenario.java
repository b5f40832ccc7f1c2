package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;

/** One call that imports followers of a new author, and bare writes of the same rows, two a follow. No worker runs. */
final class ImportScenario {
    private static final int WARM_UPS = 6;

    private ImportScenario() {}

    static Scenario.Result run(Setting setting) {
        List<String> followers = Deliveries.of(setting.pick(2_000, 20_000), 1).recipients();
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0, Map.of());
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            Contender limit = bare.follows(followers);
            Contender ours = Contender.ours(Contender.FEEDMILL, () -> imported(feedmill, followers));
            setting.warmedUp(ours, WARM_UPS);
            Figures figures = setting.compare("imported follows", Metric.FOLLOWS_PER_SECOND, List.of(limit, ours));
            return Scenario.Result.of(figures, figures.judge(Goal.IMPORT, limit));
        }
    }

    private static Map<Metric, Double> imported(Feedmill feedmill, List<String> followers) {
        String author = " author-" + UUID.randomUUID() + "\n";
        String lines = followers.stream().collect(Collectors.joining(author, "", author));
        return Timing.of(() -> {
                    long imported = feedmill.client().importFollows(lines).imported();
                    if (imported != followers.size()) {
                        throw new StepFailure("Imported %,d of %,d.".formatted(imported, followers.size()));
                    }
                })
                .ofFollows(followers.size());
    }
}
