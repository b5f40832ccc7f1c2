package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.Followers;
import io.feedmill.bench.servers.InstantStore;
import io.feedmill.stack.Platform;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;

/** The cost of a delivery as an author gets more followers: on an instant store, by a worker with a heap of 256 MiB. */
final class GrowthScenario {
    private static final int WARM_UPS = 5;
    private static final int MANY = 10_000;
    private static final int MAX = 1_000_000;
    private static final List<Integer> SIZES = List.of(10, 100, 1_000, MANY, 100_000, MAX);
    private static final Map<String, String> HEAP = Map.of("_JAVA_OPTIONS", "-Xmx256m");
    private static final String COMMITTED_HEAP = "jvm_memory_committed_bytes{area=\"heap\"";

    private GrowthScenario() {}

    static Scenario.Result run(Setting setting) {
        try (Platform platform = setting.platform();
                InstantStore store = InstantStore.start(platform);
                Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 1, HEAP)) {
            List<Contender> authors = SIZES.stream()
                    .filter(followers -> followers <= setting.pick(MANY, MAX))
                    .map(followers -> author(feedmill, followers))
                    .toList();
            setting.warmedUp(author(feedmill, MANY), WARM_UPS);
            Figures figures =
                    setting.compare("one author, 10 to 1,000,000 followers", Metric.DELIVERIES_PER_SECOND, authors);
            return setting.quick() ? Scenario.Result.of(figures) : Scenario.Result.of(figures, goals(figures));
        }
    }

    private static Goal.Result[] goals(Figures figures) {
        double heap = figures.stats(name(MAX), Metric.HEAP_MIB).max();
        double time = figures.ratio(name(MANY), name(MAX), Metric.DELIVERIES_PER_SECOND)
                .median();
        return new Goal.Result[] {Goal.HEAP_1M.measured(heap), Goal.FLAT_1M.measured(time)};
    }

    private static String name(int followers) {
        return "%,d followers".formatted(followers);
    }

    /** An author publishes; one with few followers more often. */
    private static Contender author(Feedmill feedmill, int followers) {
        int count = Math.clamp(100_000 / followers, 1, 200);
        Posts posts = Posts.by(Followers.author(followers, "growth"), count, followers);
        return Contender.ours(name(followers), () -> {
            Map<Metric, Double> sample = new EnumMap<>(feedmill.deliver(posts));
            sample.put(Metric.HEAP_MIB, heapMib(feedmill.workers().getFirst().url()));
            return sample;
        });
    }

    /** Reads the memory that the worker's JVM has taken for its heap, from its metrics. */
    private static double heapMib(URI worker) {
        try (InputStream metrics =
                worker.resolve("/actuator/prometheus").toURL().openStream()) {
            return heapMib(new String(metrics.readAllBytes(), StandardCharsets.UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    static double heapMib(String metrics) {
        double bytes = metrics.lines()
                .filter(line -> line.startsWith(COMMITTED_HEAP))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
        return bytes / (1 << 20);
    }
}
