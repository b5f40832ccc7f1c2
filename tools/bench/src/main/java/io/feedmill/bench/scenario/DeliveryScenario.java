package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.limit.Limit;
import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.peer.AllAtOnce;
import io.feedmill.bench.peer.ArticleLoop;
import io.feedmill.bench.peer.EnhancedBatches;
import io.feedmill.bench.peer.MessagePerFollower;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Endpoints;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.workload.Followers;
import java.util.List;
import java.util.Map;

/** Deliveries on DynamoDB Local, where the store is what takes the time. */
final class DeliveryScenario implements Scenario {
    private static final String AUTHOR = "author";
    private static final int WARM_UPS = 10;

    @Override
    public String id() {
        return "delivery";
    }

    @Override
    public String title() {
        return "deliveries on DynamoDB Local";
    }

    @Override
    public Result run(Setting setting) {
        int followers = setting.pick(1_000, 10_000);
        Deliveries deliveries = Deliveries.of(followers, 4);
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints(), 1, Map.of(), setting.screen());
                Limits limits = Limits.of(emulators.endpoints());
                Peers peers = Peers.of(emulators.endpoints(), deliveries)) {
            Followers.of(AUTHOR, followers).follow(stack.client());
            Limit limit = limits.batchWrites(deliveries);
            Feedmill feedmill = setting.warmedUp(
                    new Feedmill(
                            Feedmill.NAME,
                            new FanOut(stack.client()),
                            Posts.by(AUTHOR, deliveries.posts(), followers),
                            stack.workersCpu(),
                            emulators.storeCpu()),
                    WARM_UPS);
            List<Contender> contenders =
                    List.of(limit, feedmill, peers.loop(), peers.messages(), peers.batches(), peers.allAtOnce());
            Figures figures = new Figures(
                    title(), Metric.DELIVERIES_PER_SECOND, setting.rounds().run(contenders, setting.screen()::say));
            return Result.of(
                    figures,
                    goal(Goal.DELIVERY_LIMIT, figures, limit),
                    goal(Goal.LOOP_LOCAL, figures, peers.loop()),
                    goal(Goal.PER_FOLLOWER, figures, peers.messages()));
        }
    }

    private static GoalResult goal(Goal goal, Figures figures, Contender other) {
        return goal.measured(figures.ratio(Feedmill.NAME, other.name(), Metric.DELIVERIES_PER_SECOND)
                .median());
    }

    /** The ways in which people do it. The slow ones deliver to fewer. */
    private record Peers(ArticleLoop loop, MessagePerFollower messages, EnhancedBatches batches, AllAtOnce allAtOnce)
            implements AutoCloseable {
        private static final int OF_THE_LOOP = 500;
        private static final int OF_MESSAGES = 1_000;
        private static final int OF_BATCHES = 2_500;

        static Peers of(Endpoints endpoints, Deliveries deliveries) {
            return new Peers(
                    new ArticleLoop(endpoints.dynamoDb(), deliveries.sample(OF_THE_LOOP)),
                    new MessagePerFollower(endpoints, deliveries.sample(OF_MESSAGES)),
                    new EnhancedBatches(endpoints.dynamoDb(), deliveries.sample(OF_BATCHES)),
                    new AllAtOnce(endpoints.dynamoDb(), deliveries));
        }

        @Override
        public void close() {
            loop.close();
            messages.close();
            batches.close();
            allAtOnce.close();
        }
    }
}
