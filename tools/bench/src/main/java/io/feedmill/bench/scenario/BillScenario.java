package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Rounds;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Stats;
import io.feedmill.bench.meter.Bill;
import io.feedmill.bench.meter.Charge;
import io.feedmill.bench.meter.Meter;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.workload.Followers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** What AWS would bill for posts, from the call that publishes to the job's close. Nobody is timed: meters stand in between. */
final class BillScenario implements Scenario {
    private static final int SLICE = 1_000;
    private static final int POSTS = 10;

    @Override
    public String id() {
        return "bill";
    }

    @Override
    public String title() {
        return "what AWS bills, 10 posts by one author";
    }

    @Override
    public Result run(Setting setting) {
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                Meter store = Meter.start(emulators.endpoints().dynamoDb());
                Meter queues = Meter.start(emulators.endpoints().queues());
                FeedmillStack stack = FeedmillStack.start(
                        emulators, new Endpoints(store.endpoint(), queues.endpoint()), 1, Map.of(), setting.screen())) {
            List<Billed> authors = List.of(
                    Billed.of(stack, store, queues, 100),
                    Billed.of(stack, store, queues, 1_000),
                    Billed.of(stack, store, queues, 10_000));
            authors.forEach(Billed::follow);
            Rounds rounds = new Rounds(1, setting.pick(1, 3));
            Figures figures = new Figures(title(), Metric.WRITE_UNITS, rounds.run(authors, setting.screen()::say));
            return Result.of(
                            figures,
                            goal(Goal.UNITS_1K, figures, authors.get(1), Metric.WRITE_UNITS),
                            goal(Goal.UNITS_10K, figures, authors.get(2), Metric.WRITE_UNITS),
                            goal(Goal.SQS, figures, authors.get(2), Metric.QUEUE_REQUESTS))
                    .with(authors.stream().map(Billed::note).toList());
        }
    }

    private static GoalResult goal(Goal goal, Figures figures, Billed author, Metric metric) {
        Stats stats = figures.of(author.name()).stats(metric).orElseThrow();
        return goal.measured(stats.median());
    }

    /** An author with so many followers publishes. */
    private record Billed(FeedmillStack stack, Meter store, Meter queues, int followers, List<Bill> bills)
            implements Contender {

        static Billed of(FeedmillStack stack, Meter store, Meter queues, int followers) {
            return new Billed(stack, store, queues, followers, new ArrayList<>());
        }

        @Override
        public String name() {
            return "%,d followers".formatted(followers);
        }

        @Override
        public Role role() {
            return Role.OURS;
        }

        void follow() {
            Followers.of(author(), followers).follow(stack.client());
        }

        private String author() {
            return "author-" + followers;
        }

        @Override
        public Sample run() {
            Posts posts = Posts.by(author(), POSTS, followers);
            Bill stored = store.bill();
            Bill queued = queues.bill();
            new FanOut(stack.client()).run(posts);
            Bill sent = queues.bill().minus(queued);
            Bill bill = store.bill().minus(stored).plus(sent);
            bills.add(bill);
            return bill.perDelivery(posts.deliveries())
                    .with(Metric.QUEUE_REQUESTS, (double) sent.total().requests() / slices());
        }

        private int slices() {
            return POSTS * Math.ceilDiv(followers, SLICE);
        }

        /** The last round's requests and write units by operation. */
        String note() {
            return bills.getLast().operations().entrySet().stream()
                    .map(entry -> "%s %,d%s"
                            .formatted(entry.getKey(), entry.getValue().requests(), units(entry.getValue())))
                    .collect(Collectors.joining(", ", "%s, %,d slices: ".formatted(name(), slices()), ""));
        }

        private static String units(Charge charge) {
            return charge.writeUnits() == 0 ? "" : " (%,.0f write units)".formatted(charge.writeUnits());
        }
    }
}
