package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.ArticleLoop;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.BareWrites;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.MessagePerFollower;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import java.util.List;
import java.util.Map;

/** Deliveries on DynamoDB Local, where the store takes most of the time. The slow peers deliver to a sample of the followers. */
public final class DeliveryScenario implements Scenario {
    private static final String AUTHOR = "author";
    private static final int WARM_UPS = 10;
    private static final int POSTS = 4;
    private static final int LOOP_FOLLOWERS = 500;
    private static final int MESSAGE_FOLLOWERS = 1_000;

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
        Deliveries deliveries = Deliveries.of(setting.pick(1_000, 10_000), POSTS);
        try (Emulators emulators = setting.emulators();
                FeedmillStack stack = FeedmillStack.start(emulators, emulators.endpoints(), 1, Map.of());
                BareCalls bare = new BareCalls(emulators.endpoints());
                ArticleLoop loop =
                        new ArticleLoop(emulators.endpoints().dynamoDb(), deliveries.sample(LOOP_FOLLOWERS));
                MessagePerFollower messages =
                        new MessagePerFollower(emulators.endpoints(), deliveries.sample(MESSAGE_FOLLOWERS))) {
            stack.follow(AUTHOR, deliveries.recipients());
            Posts posts = Posts.by(AUTHOR, POSTS, deliveries.recipients().size());
            Feedmill feedmill = setting.warmedUp(stack.feedmill(Feedmill.NAME, posts, emulators.storeCpu()), WARM_UPS);
            BareWrites limit = bare.writes(deliveries);
            Figures figures =
                    setting.compare(title(), Metric.DELIVERIES_PER_SECOND, List.of(limit, feedmill, loop, messages));
            return Result.of(
                    figures,
                    goal(Goal.DELIVERY_LIMIT, figures, limit),
                    goal(Goal.LOOP_LOCAL, figures, loop),
                    goal(Goal.PER_FOLLOWER, figures, messages));
        }
    }

    private static Goal.Result goal(Goal goal, Figures figures, Contender other) {
        return goal.measured(figures.ratio(Feedmill.NAME, other.name(), Metric.DELIVERIES_PER_SECOND)
                .median());
    }
}
