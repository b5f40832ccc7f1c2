package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.faults.FaultProxy;
import io.feedmill.faults.Statistics;
import io.feedmill.faults.Statistics.OperationStatistics;
import io.feedmill.faults.protocol.ThrottlingError;
import io.feedmill.faults.script.Fault.TableCapacity;
import io.feedmill.faults.script.Rule;
import io.feedmill.faults.script.Script;
import io.feedmill.stack.Platform;
import java.util.List;
import java.util.Map;

/** The cost of posts, from the API call to the end of the job. Fault proxies count it: a capacity that nothing exhausts counts units. */
final class BillScenario {
    private static final List<Integer> FOLLOWERS = List.of(100, 1_000, 10_000);
    private static final int POSTS = 4;
    private static final int SLICE = 1_000;
    private static final double ENDLESS = 1e9;
    static final Script COUNTS_UNITS =
            Script.of(0, Rule.of(new TableCapacity(ENDLESS, ENDLESS, ThrottlingError.ON_DEMAND)));

    private BillScenario() {}

    static Scenario.Result run(Setting setting) {
        try (Platform platform = setting.platform();
                FaultProxy store =
                        FaultProxy.start(platform.servers().dynamoDb().endpoint(), COUNTS_UNITS, 0);
                FaultProxy queues = FaultProxy.start(platform.servers().queues().endpoint(), Script.NONE, 0);
                Feedmill feedmill = Feedmill.start(platform, new Endpoints(store.endpoint(), queues.endpoint()), 1)) {
            FOLLOWERS.forEach(followers -> feedmill.follow(
                    author(followers), Deliveries.of(followers, 1).recipients()));
            List<Contender> authors = FOLLOWERS.stream()
                    .map(followers -> Contender.ours(author(followers), () -> bill(feedmill, store, queues, followers)))
                    .toList();
            Figures figures =
                    setting.compare("the cost of a delivery", Metric.WRITE_UNITS, Rounds.fixed(1, 3), authors);
            return Scenario.Result.of(
                    figures,
                    goal(Goal.UNITS_1K, figures, 1_000, Metric.WRITE_UNITS),
                    goal(Goal.UNITS_10K, figures, 10_000, Metric.WRITE_UNITS),
                    goal(Goal.SQS, figures, 10_000, Metric.QUEUE_REQUESTS));
        }
    }

    private static String author(int followers) {
        return "with-%d-followers".formatted(followers);
    }

    private static Goal.Result goal(Goal goal, Figures figures, int followers, Metric metric) {
        return goal.measured(figures.stats(author(followers), metric));
    }

    private static Map<Metric, Double> bill(Feedmill feedmill, FaultProxy store, FaultProxy queues, int followers) {
        Statistics storeBefore = store.statistics();
        Statistics queuesBefore = queues.statistics();
        feedmill.deliver(Posts.by(author(followers), POSTS, followers));
        return costs(store.statistics().since(storeBefore), queues.statistics().since(queuesBefore), followers);
    }

    static Map<Metric, Double> costs(Statistics store, Statistics queues, int followers) {
        double deliveries = (double) POSTS * followers;
        double units = units(store);
        return Map.of(
                Metric.WRITE_UNITS,
                units / deliveries,
                Metric.POST_WRITE_UNITS,
                units / POSTS,
                Metric.REQUESTS,
                store.requests() / deliveries,
                Metric.QUEUE_REQUESTS,
                (double) queues.requests() / (POSTS * Math.ceilDiv(followers, SLICE)));
    }

    /** Returns the write units that {@link #COUNTS_UNITS} counted. */
    static long units(Statistics store) {
        return store.operations().values().stream()
                .mapToLong(OperationStatistics::unitsAccepted)
                .sum();
    }
}
