package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.meter.Bill;
import io.feedmill.bench.meter.Meter;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Emulators;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Posts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** The bill of AWS for posts, from the API call to the end of the job. No contender is timed: meters count all requests. */
public final class BillScenario implements Scenario {
    private static final List<Integer> FOLLOWERS = List.of(100, 1_000, 10_000);
    private static final int SLICE = 1_000;
    private static final int POSTS = 10;

    @Override
    public String id() {
        return "bill";
    }

    @Override
    public String title() {
        return "the bill of AWS, 10 posts by one author";
    }

    @Override
    public Result run(Setting setting) {
        Map<Integer, String> notes = new TreeMap<>();
        try (Emulators emulators = setting.emulators();
                Meter store = Meter.start(emulators.endpoints().dynamoDb());
                Meter queues = Meter.start(emulators.endpoints().queues());
                Feedmill feedmill =
                        Feedmill.start(emulators, new Endpoints(store.endpoint(), queues.endpoint()), 1, Map.of())) {
            List<Contender> authors = new ArrayList<>();
            for (int followers : FOLLOWERS) {
                feedmill.follow(
                        "author-" + followers, Deliveries.of(followers, 1).recipients());
                authors.add(Contender.ours(name(followers), () -> publish(feedmill, store, queues, followers, notes)));
            }
            Figures figures = new Figures(
                    title(), Metric.WRITE_UNITS, setting.rounds(new Rounds(1, setting.pick(1, 3)), authors));
            return Result.of(
                            figures,
                            goal(Goal.UNITS_1K, figures, 1_000, Metric.WRITE_UNITS),
                            goal(Goal.UNITS_10K, figures, 10_000, Metric.WRITE_UNITS),
                            goal(Goal.SQS, figures, 10_000, Metric.QUEUE_REQUESTS))
                    .with(List.copyOf(notes.values()));
        }
    }

    private static String name(int followers) {
        return "%,d followers".formatted(followers);
    }

    private static Goal.Result goal(Goal goal, Figures figures, int followers, Metric metric) {
        return goal.measured(
                figures.of(name(followers)).stats(metric).orElseThrow().median());
    }

    private static Sample publish(
            Feedmill feedmill, Meter store, Meter queues, int followers, Map<Integer, String> notes) {
        Bill storeBefore = store.bill();
        Bill queuesBefore = queues.bill();
        feedmill.deliver(Posts.by("author-" + followers, POSTS, followers));
        Bill ofQueues = queues.bill().minus(queuesBefore);
        Bill bill = store.bill().minus(storeBefore).plus(ofQueues);
        int slices = POSTS * Math.ceilDiv(followers, SLICE);
        notes.put(followers, "%s, %,d slices: %s".formatted(name(followers), slices, bill));
        return bill.perDelivery((long) POSTS * followers)
                .with(Metric.QUEUE_REQUESTS, (double) ofQueues.total().requests() / slices);
    }
}
