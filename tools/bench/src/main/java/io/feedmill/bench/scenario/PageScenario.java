package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Stats;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.scenario.CallScenario.Store;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.PlainApi;
import io.feedmill.client.FeedItem;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.core5.http.ClassicHttpRequest;

/** First pages of home feeds of 100 rows. The list of authors on read changes from turn to turn: their feeds have as many posts, between those of the rows. */
record PageScenario(Feedmill feedmill, PlainApi plain, BareCalls bare, List<String> readers, int calls, int atOnce) {
    private static final int POSTS = 100;
    private static final int PAGE = 50;
    private static final int CALLS = 300;
    private static final int CALLS_UNDER_LOAD = 2_000;
    private static final int READERS = 100;
    private static final int READERS_UNDER_LOAD = 64;
    private static final int FOLLOWED = 200;
    private static final List<String> AUTHORS =
            IntStream.range(0, FOLLOWED).mapToObj("a%04d"::formatted).toList();
    private static final List<String> LISTED = AUTHORS.subList(0, 5);
    private static final String ANNOUNCER = "announcer";
    private static final String PLAIN = "plain controller";
    private static final String GZIP = ", gzip";
    private static final String NO_GZIP = "identity";

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /** The list of authors on read beside which pages are read, and the number of listed authors whose posts each page has. */
    private record Listed(String name, List<String> authors, boolean everyone, int seen) {
        static final Listed NOBODY = new Listed(Contender.FEEDMILL, List.of(), false, 0);
        static final Listed SOME = new Listed("5 of 200 followed on read", LISTED, false, LISTED.size());
        static final Listed ANNOUNCEMENT = new Listed("an announcement", List.of(ANNOUNCER), true, 1);
    }

    /** One reader at a time. */
    static Scenario.Result page(Setting setting) {
        try (Platform platform = setting.platform()) {
            List<String> readers = write(platform, READERS);
            List<Figures> figures = CallScenario.onEachStore(
                    platform, store -> compare(setting, platform, store, readers, CALLS, store.atOnce() == 1));
            Figures local = figures.getFirst();
            return new Scenario.Result(
                    figures,
                    List.of(
                            local.judge(Goal.PAGE, BareCalls.PAGES),
                            local.judge(Goal.PAGE_PLAIN, PLAIN),
                            local.judge(Goal.PAGE_PLAIN_CPU, PLAIN, Metric.CALL_CPU_MICROS),
                            Goal.PAGE_5_OF_200.measured(
                                    local.ratio(Listed.SOME.name(), Contender.FEEDMILL, Metric.P50_MILLIS))),
                    List.of(compressed(local, Metric.P50_MILLIS), compressed(local, Metric.CALL_CPU_MICROS)));
        }
    }

    private static String compressed(Figures figures, Metric metric) {
        Stats ratio = figures.ratio(Contender.FEEDMILL + GZIP, PLAIN + GZIP, metric);
        return "with gzip on both sides, %s over the plain controller: %.3f (%.3f–%.3f)"
                .formatted(metric.title(), ratio.value(), ratio.low(), ratio.high());
    }

    /** Readers that keep the cores busy. */
    static Scenario.Result pageLoad(Setting setting) {
        try (Platform platform = setting.platform()) {
            Store store = new Store(
                    Endpoints.of(platform.servers()), "32 readers", CallScenario.ROUNDS, CallScenario.CALLERS);
            List<String> readers = write(platform, READERS_UNDER_LOAD);
            Figures figures = compare(setting, platform, store, readers, CALLS_UNDER_LOAD, true);
            return Scenario.Result.of(
                    figures,
                    figures.judge(Goal.PAGE_LOAD_P50, BareCalls.PAGES),
                    figures.judge(Goal.PAGE_LOAD_P99, BareCalls.PAGES, Metric.P99_MILLIS),
                    figures.judge(Goal.PAGE_LOAD_CPU, PLAIN, Metric.CALL_CPU_MICROS));
        }
    }

    /** Writes the feeds. Returns the readers. */
    private static List<String> write(Platform platform, int readers) {
        Deliveries feeds = Deliveries.of(readers, POSTS);
        try (BareCalls bare = new BareCalls(Endpoints.of(platform.servers()))) {
            bare.write(feeds, LISTED);
            bare.write(new Deliveries(List.of(), 1), List.of(ANNOUNCER));
        }
        return feeds.recipients();
    }

    /** Compares pages without a list, and with all variants pages that are compressed, and beside a list. */
    private static Figures compare(
            Setting setting, Platform platform, Store store, List<String> readers, int calls, boolean variants) {
        int atOnce = store.atOnce();
        try (Feedmill feedmill = Feedmill.start(platform, store.endpoints(), 0);
                PlainApi plain = PlainApi.start(platform, store.endpoints());
                BareCalls bare = new BareCalls(store.endpoints())) {
            PageScenario pages = new PageScenario(feedmill, plain, bare, readers, calls, atOnce);
            List<Contender> contenders = new ArrayList<>(List.of(
                    bare.pages(readers, calls, atOnce),
                    Contender.peer(PLAIN, () -> pages.readPlain(NO_GZIP)),
                    Contender.ours(Contender.FEEDMILL, () -> pages.read(Listed.NOBODY, NO_GZIP))));
            if (variants) {
                feedmill.follow(AUTHORS, readers);
                contenders.add(Contender.peer(PLAIN + GZIP, () -> pages.readPlain("gzip")));
                contenders.add(Contender.ours(Contender.FEEDMILL + GZIP, () -> pages.read(Listed.NOBODY, "gzip")));
                Stream.of(Listed.SOME, Listed.ANNOUNCEMENT)
                        .map(listed -> Contender.ours(listed.name(), () -> pages.read(listed, NO_GZIP)))
                        .forEach(contenders::add);
            }
            return setting.compare("a page, " + store.name(), Metric.P50_MILLIS, store.rounds(), contenders);
        }
    }

    private Map<Metric, Double> read(Listed listed, String encoding) {
        list(listed);
        return read(feedmill.apiPid(), feedmill.at("/"), encoding);
    }

    private Map<Metric, Double> readPlain(String encoding) {
        return read(plain.pid(), plain.url(), encoding);
    }

    /** Both sides get the same requests. */
    private Map<Metric, Double> read(long pid, URI api, String encoding) {
        List<URI> uris = readers.stream()
                .map(reader -> api.resolve("/v1/feeds/home/" + reader))
                .toList();
        return Timing.ofCalls(pid, calls, atOnce, call -> {
                    ClassicHttpRequest request = CallScenario.get(feedmill, uris.get(call % uris.size()));
                    request.addHeader("Accept-Encoding", encoding);
                    CallScenario.send(request);
                })
                .perCall();
    }

    /** Has the API go by the list. Throws a {@link StepFailure} unless a page has posts of as many listed authors as expected. */
    private void list(Listed listed) {
        bare.list(listed.authors(), listed.everyone());
        if (!RunClock.await(() -> seen() == listed.seen(), POLL, PATIENCE)) {
            throw new StepFailure("A page has posts of %d listed authors, not of %d.".formatted(seen(), listed.seen()));
        }
    }

    private long seen() {
        return feedmill.client().homeFeed(readers.getFirst(), PAGE, null, null, null).items().stream()
                .map(FeedItem::author)
                .filter(author -> LISTED.contains(author) || author.equals(ANNOUNCER))
                .distinct()
                .count();
    }
}
