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
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The bill of AWS for posts, from the API call to the end of the job. No contender is timed: meters count all requests. */
public final class BillScenario implements Scenario {
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
        try (Emulators emulators = setting.emulators();
                Meter store = Meter.start(emulators.endpoints().dynamoDb());
                Meter queues = Meter.start(emulators.endpoints().queues());
                FeedmillStack stack = FeedmillStack.start(
                        emulators, new Endpoints(store.endpoint(), queues.endpoint()), 1, Map.of())) {
            List<Author> authors = Stream.of(100, 1_000, 10_000)
                    .map(followers -> new Author(stack, store, queues, followers, new ArrayList<>()))
                    .toList();
            authors.forEach(Author::follow);
            Rounds rounds = new Rounds(1, setting.pick(1, 3));
            Figures figures = new Figures(title(), Metric.WRITE_UNITS, rounds.run(authors, setting.screen()::say));
            return Result.of(
                            figures,
                            goal(Goal.UNITS_1K, figures, authors.get(1), Metric.WRITE_UNITS),
                            goal(Goal.UNITS_10K, figures, authors.get(2), Metric.WRITE_UNITS),
                            goal(Goal.SQS, figures, authors.get(2), Metric.QUEUE_REQUESTS))
                    .with(authors.stream().map(Author::note).toList());
        }
    }

    private static Goal.Result goal(Goal goal, Figures figures, Author author, Metric metric) {
        return goal.measured(
                figures.of(author.name()).stats(metric).orElseThrow().median());
    }

    private record Author(FeedmillStack stack, Meter store, Meter queues, int followers, List<Bill> bills)
            implements Contender {

        @Override
        public String name() {
            return "%,d followers".formatted(followers);
        }

        @Override
        public Role role() {
            return Role.OURS;
        }

        private String id() {
            return "author-" + followers;
        }

        void follow() {
            stack.follow(id(), Deliveries.of(followers, 1).recipients());
        }

        @Override
        public Sample run() {
            Posts posts = Posts.by(id(), POSTS, followers);
            Bill storeBefore = store.bill();
            Bill queuesBefore = queues.bill();
            new FanOut(stack.client()).run(posts);
            Bill ofQueues = queues.bill().minus(queuesBefore);
            Bill bill = store.bill().minus(storeBefore).plus(ofQueues);
            bills.add(bill);
            return bill.perDelivery(posts.deliveries())
                    .with(Metric.QUEUE_REQUESTS, (double) ofQueues.total().requests() / slices());
        }

        private int slices() {
            return POSTS * Math.ceilDiv(followers, SLICE);
        }

        /** Returns the last round's requests and write units by operation. */
        String note() {
            return bills.getLast().operations().entrySet().stream()
                    .map(entry -> "%s %,d%s"
                            .formatted(entry.getKey(), entry.getValue().requests(), units(entry.getValue())))
                    .collect(Collectors.joining(", ", "%s, %,d slices: ".formatted(name(), slices()), ""));
        }

        private static String units(Bill.Charge charge) {
            return charge.writeUnits() == 0 ? "" : " (%,.0f write units)".formatted(charge.writeUnits());
        }
    }
}
