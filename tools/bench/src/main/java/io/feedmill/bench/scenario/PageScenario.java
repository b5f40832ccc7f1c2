package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.limit.Limit;
import io.feedmill.bench.limit.Limits;
import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.streamframework.Installation;
import io.feedmill.bench.streamframework.Setup;
import io.feedmill.bench.streamframework.StreamFramework;
import io.feedmill.bench.streamframework.StreamFrameworkPage;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.stack.graph.CelebrityGraph;
import io.feedmill.stack.graph.FollowGraph;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How long a reader waits for the first page of a home feed. */
final class PageScenario implements Scenario {
    private static final String GET = "GET /v1/feeds/home/{user}";
    private static final int PAGE = 50;
    private static final int WARM_UPS = 10;
    private static final int READERS = 100;
    private static final int POSTS = 80;
    private static final int WORKERS = 2;

    @Override
    public String id() {
        return "page";
    }

    @Override
    public String title() {
        return "first pages of 50, one call after the other";
    }

    @Override
    public Result run(Setting setting) {
        return switch (Installation.setUp(setting.workspace(), setting.screen())) {
            case Setup.Missing missing -> measure(setting, List.of()).with(List.of(missing.note()));
            case Setup.Ready ready -> withPeer(setting, ready.installation());
        };
    }

    private Result withPeer(Setting setting, Installation installation) {
        FollowGraph graph = new CelebrityGraph(READERS, 1, 1, 1).generate();
        try (StreamFramework peer = StreamFramework.start(installation, graph, WORKERS)) {
            peer.publish(Posts.by(CelebrityGraph.CELEBRITY, POSTS, READERS), StreamFramework.CHUNK);
            List<String> readers = Stream.generate(() -> fans(graph))
                    .flatMap(List::stream)
                    .limit(pages(setting))
                    .toList();
            return measure(setting, List.of(new StreamFrameworkPage(peer, readers, PAGE)))
                    .with(List.of(
                            "A page of Stream-Framework is a call of its library in the process that measures, without a web server;"
                                    + " one of Feedmill is an HTTP call."));
        }
    }

    private static List<String> fans(FollowGraph graph) {
        int celebrity = graph.user(CelebrityGraph.CELEBRITY);
        return IntStream.range(0, graph.size())
                .filter(user -> graph.followedBy(user).anyMatch(author -> author == celebrity))
                .mapToObj(graph::id)
                .toList();
    }

    private Result measure(Setting setting, List<Contender> peers) {
        Deliveries feeds = Deliveries.of(READERS, POSTS);
        try (Emulators emulators = Emulators.start(setting.workspace(), setting.screen());
                FeedmillStack stack =
                        FeedmillStack.start(emulators, emulators.endpoints(), 0, Map.of(), setting.screen());
                Limits limits = Limits.of(emulators.endpoints());
                HttpCalls http = new HttpCalls()) {
            limits.batchWrites(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> stack.client().at("/v1/feeds/home/" + reader))
                    .toList();
            Limit limit = limits.queries(feeds.recipients(), pages(setting), 1);
            Call call = setting.warmedUp(
                    new Call(GET, pages(setting), number -> http.get(uris.get(number % READERS))), WARM_UPS);
            List<Contender> contenders =
                    Stream.concat(Stream.of(limit, call), peers.stream()).toList();
            Figures figures =
                    new Figures(title(), Metric.P50_MILLIS, setting.rounds().run(contenders, setting.screen()::say));
            return Result.of(
                    figures,
                    Goal.PAGE.measured(
                            figures.ratio(GET, limit.name(), Metric.P50_MILLIS).median()));
        }
    }

    private static int pages(Setting setting) {
        return setting.pick(100, 1_000);
    }
}
