package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.Meter;
import io.feedmill.bench.servers.Meter.Charge;
import io.feedmill.stack.Platform;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** The bill of AWS for posts, from the API call to the end of the job. No contender is timed: meters count all requests. */
final class BillScenario {
    private static final List<Integer> FOLLOWERS = List.of(100, 1_000, 10_000);
    private static final int SLICE = 1_000;
    private static final int POSTS = 10;

    private BillScenario() {}

    static Scenario.Result run(Setting setting) {
        Map<Integer, String> notes = new TreeMap<>();
        try (Platform platform = setting.platform();
                Meter store = Meter.start(platform.servers().dynamoDb().endpoint());
                Meter queues = Meter.start(platform.servers().queues().endpoint());
                Feedmill feedmill =
                        Feedmill.start(platform, new Endpoints(store.endpoint(), queues.endpoint()), 1, Map.of())) {
            List<Contender> authors = new ArrayList<>();
            for (int followers : FOLLOWERS) {
                feedmill.follow(
                        "author-" + followers, Deliveries.of(followers, 1).recipients());
                authors.add(Contender.ours(name(followers), () -> publish(feedmill, store, queues, followers, notes)));
            }
            Figures figures =
                    new Figures("the bill of AWS", Metric.WRITE_UNITS, setting.rounds(1, setting.pick(1, 3), authors));
            return Scenario.Result.of(
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
        return goal.measured(figures.stats(name(followers), metric).median());
    }

    private static Map<Metric, Double> publish(
            Feedmill feedmill, Meter store, Meter queues, int followers, Map<Integer, String> notes) {
        store.take();
        queues.take();
        feedmill.deliver(Posts.by("author-" + followers, POSTS, followers));
        Map<String, Charge> ofQueues = queues.take();
        Map<String, Charge> bill = store.take();
        bill.putAll(ofQueues);
        int slices = POSTS * Math.ceilDiv(followers, SLICE);
        notes.put(followers, note("%s, %,d slices".formatted(name(followers), slices), bill));
        Map<Metric, Double> sample = perDelivery(bill, (double) POSTS * followers);
        sample.put(Metric.QUEUE_REQUESTS, (double) total(ofQueues).requests() / slices);
        return sample;
    }

    static Map<Metric, Double> perDelivery(Map<String, Charge> bill, double deliveries) {
        Charge total = total(bill);
        return new EnumMap<>(Map.of(
                Metric.REQUESTS, total.requests() / deliveries,
                Metric.WRITE_UNITS, total.writeUnits() / deliveries,
                Metric.READ_UNITS, total.readUnits() / deliveries));
    }

    static Charge total(Map<String, Charge> bill) {
        return bill.values().stream().reduce(new Charge(0, 0, 0), Charge::plus);
    }

    /** Lists requests and units by operation. */
    static String note(String name, Map<String, Charge> bill) {
        return bill.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", ", name + ": ", ""));
    }
}
