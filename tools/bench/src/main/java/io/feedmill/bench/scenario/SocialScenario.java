package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Role;
import io.feedmill.bench.measure.Series;
import io.feedmill.bench.workload.NetworkFollowers;
import io.feedmill.bench.workload.SocialModel;
import io.feedmill.stack.client.FeedmillClient;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * A part of a day in a social network that doubles, as Stream-Framework-Bench has it: how long a reader waits for a page, and a follower for a
 * post. Feeds are in DynamoDB Local; who follows whom is computed.
 */
final class SocialScenario implements Scenario {
    private static final int DOUBLINGS = 3;
    private static final long SEED = 1;

    @Override
    public String id() {
        return "social";
    }

    @Override
    public String title() {
        return "the network of Stream-Framework-Bench";
    }

    @Override
    public Result run(Setting setting) {
        List<Series> reads = new ArrayList<>();
        List<Series> delays = new ArrayList<>();
        for (int doubling = 0; doubling < setting.pick(1, DOUBLINGS); doubling++) {
            SocialModel model = new SocialModel(SocialModel.FIRST_SIZE << doubling);
            String name = "%,d users".formatted(model.users());
            setting.screen().say(name);
            SocialDay.Lived lived = live(setting, model);
            reads.add(new Series(name, Role.OURS, List.of(new Times(lived.reads()).sample())));
            delays.add(new Series(name, Role.OURS, List.of(new Times(lived.delays()).sample())));
        }
        return Result.of(List.of(
                new Figures("reading a page of 50", Metric.P50_MILLIS, reads),
                new Figures("from a post's acceptance to its last delivery", Metric.P50_MILLIS, delays)));
    }

    private static SocialDay.Lived live(Setting setting, SocialModel model) {
        String followers = NetworkFollowers.name(model);
        try (OnStub bed =
                OnStub.start(setting, options -> options.withRealFeeds().withFollowers(followers), 1, Map.of())) {
            FeedmillClient feedmill = bed.stack().client();
            new SocialDay(feedmill, model, model.day(SEED)).live(Duration.ofSeconds(setting.pick(1, 20)));
            setting.screen().say("the next day");
            return new SocialDay(feedmill, model, model.day(SEED + 1)).live(Duration.ofSeconds(setting.pick(5, 40)));
        }
    }
}
