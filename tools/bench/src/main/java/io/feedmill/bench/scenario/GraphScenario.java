package io.feedmill.bench.scenario;

import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FanOut;
import io.feedmill.bench.stack.Feedmill;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.workload.NamedGraph;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.load.GraphImport;
import io.feedmill.stack.load.StepFailure;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** Posts of authors of all ranks on DynamoDB Local: few have many followers, and most have few, so that a post's own costs weigh more. */
final class GraphScenario implements Scenario {
    private static final int AUTHORS = 100;
    private static final int WARM_UPS = 15;

    @Override
    public String id() {
        return "graphs";
    }

    @Override
    public String title() {
        return "whole graphs on DynamoDB Local";
    }

    @Override
    public Result run(Setting setting) {
        List<NamedGraph> graphs =
                List.of(NamedGraph.facebook(setting.graph()), NamedGraph.powerLaw(setting.pick(1_000, 10_000)));
        List<String> notes = new ArrayList<>();
        List<Figures> figures =
                graphs.stream().map(graph -> measure(setting, graph, notes)).toList();
        return Result.of(figures).with(notes);
    }

    private static Figures measure(Setting setting, NamedGraph graph, List<String> notes) {
        Posts posts = graph.posts(graph.ofAllRanks(AUTHORS), 1);
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints(), 1, Map.of(), setting.screen());
                Limits limits = Limits.of(emulators.endpoints())) {
            new GraphImport(stack.client(), setting.screen()).run(graph.graph());
            FanOut fanOut = new FanOut(stack.client());
            Feedmill feedmill = new Feedmill(Feedmill.NAME, fanOut, posts, stack.workersCpu(), emulators.storeCpu());
            Deliveries asMany = Deliveries.of(Math.toIntExact(posts.deliveries()), 1);
            List<Contender> contenders = List.of(
                    limits.batchWrites(asMany), setting.warmedUp(feedmill.measuredBy(() -> timed(feedmill)), WARM_UPS));
            Figures figures = new Figures(
                    title(graph, posts),
                    Metric.DELIVERIES_PER_SECOND,
                    setting.rounds().run(contenders, setting.screen()::say));
            notes.add(readBack(fanOut, posts, new HomeFeeds(stack.client(), graph.graph()), graph.name()));
            return figures;
        }
    }

    private static String title(NamedGraph graph, Posts posts) {
        return "%s: %,d posts, %,d deliveries"
                .formatted(graph.name(), posts.authors().size(), posts.deliveries());
    }

    /** Publishes once more, for nobody's time, and looks for each delivery in the feed that it is for. */
    private static String readBack(FanOut fanOut, Posts posts, HomeFeeds feeds, String graph) {
        List<PublishedPost> published = fanOut.publish(posts);
        fanOut.await(published);
        long found = feeds.found(published);
        if (found != posts.deliveries()) {
            throw new StepFailure("Home feeds have %,d of %,d deliveries.".formatted(found, posts.deliveries()));
        }
        return "After the rounds, in %s: all %,d deliveries of one round more are in the home feeds."
                .formatted(graph, found);
    }

    /** Feedmill, and how long a post's last follower waits for it. */
    private static Sample timed(Feedmill feedmill) {
        Feedmill.Round round = feedmill.round();
        return new Times(round.delivered().delays()).addTo(round.sample());
    }
}
