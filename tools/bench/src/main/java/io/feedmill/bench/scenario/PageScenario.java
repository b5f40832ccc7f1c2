package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Calls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.FeedmillStack;
import io.feedmill.bench.stack.Posts;
import io.feedmill.bench.streamframework.Installation;
import io.feedmill.bench.streamframework.StreamFramework;
import io.feedmill.stack.graph.CelebrityGraph;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.StepFailure;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The latency of the first page of a home feed. */
public final class PageScenario implements Scenario {
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
            case Installation.Missing missing -> measure(setting, List.of()).with(List.of(missing.note()));
            case Installation.Ready ready -> withPeer(setting, ready.installation());
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
            return measure(setting, List.of(new Peer(peer, readers)))
                    .with(List.of("A page of Stream-Framework is a library call without a web server;"
                            + " a page of Feedmill is an HTTP call."));
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
        try (Emulators emulators = setting.emulators();
                FeedmillStack stack = FeedmillStack.start(emulators, emulators.endpoints(), 0, Map.of());
                BareCalls bare = new BareCalls(emulators.endpoints());
                HttpCalls http = new HttpCalls()) {
            bare.writes(feeds).run();
            List<URI> uris = feeds.recipients().stream()
                    .map(reader -> stack.client().at("/v1/feeds/home/" + reader))
                    .toList();
            Calls limit = bare.pages(feeds.recipients(), pages(setting));
            Calls get = new Calls(
                    GET, Contender.Role.OURS, pages(setting), () -> call -> http.get(uris.get(call % READERS)));
            List<Contender> contenders = Stream.concat(
                            Stream.of(limit, setting.warmedUp(get, WARM_UPS)), peers.stream())
                    .toList();
            Figures figures = setting.compare(title(), Metric.P50_MILLIS, contenders);
            return Result.of(
                    figures,
                    Goal.PAGE.measured(
                            figures.ratio(GET, limit.name(), Metric.P50_MILLIS).median()));
        }
    }

    private static int pages(Setting setting) {
        return setting.pick(100, 1_000);
    }

    private record Peer(StreamFramework peer, List<String> readers) implements Contender {
        @Override
        public String name() {
            return StreamFramework.NAME;
        }

        @Override
        public Role role() {
            return Role.PEER;
        }

        @Override
        public Sample run() {
            StreamFramework.Pages pages = peer.pages(readers, PAGE);
            if (pages.items() != (long) readers.size() * PAGE) {
                throw new StepFailure("Stream-Framework's pages have %,d items instead of %,d."
                        .formatted(pages.items(), readers.size() * PAGE));
            }
            return new Sample(Map.of()).withLatencies(pages.nanos());
        }
    }
}
