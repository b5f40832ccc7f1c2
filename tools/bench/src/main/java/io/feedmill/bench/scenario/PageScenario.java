package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Stats;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Rounds;
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
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;
import org.apache.hc.core5.http.ClassicHttpRequest;

/** First pages of home feeds of 100 rows. The list of authors on read changes from turn to turn: their feeds have as many posts, between those of the rows. */
record PageScenario(
        Setting setting,
        Feedmill feedmill,
        PlainApi plain,
        BareCalls bare,
        CloseableHttpClient http,
        List<String> readers) {
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
        try (Platform platform = setting.platform();
                CloseableHttpClient http = CallScenario.client()) {
            List<String> readers = write(platform, READERS);
            List<Figures> figures = CallScenario.onEachStore(
                    platform,
                    (endpoints, store, rounds, atOnce) -> with(
                            setting,
                            platform,
                            endpoints,
                            http,
                            readers,
                            scenario -> scenario.compare("a page, " + store, rounds, CALLS, atOnce, atOnce == 1)));
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
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String compressed(Figures figures, Metric metric) {
        Stats ratio = figures.ratio(Contender.FEEDMILL + GZIP, PLAIN + GZIP, metric);
        return "with gzip on both sides, %s over the plain controller: %.3f (%.3f–%.3f)"
                .formatted(metric.title(), ratio.value(), ratio.low(), ratio.high());
    }

    /** Readers that keep the cores busy. */
    static Scenario.Result pageLoad(Setting setting) {
        try (Platform platform = setting.platform();
                CloseableHttpClient http = CallScenario.client()) {
            Figures figures = with(
                    setting,
                    platform,
                    Endpoints.of(platform.servers()),
                    http,
                    write(platform, READERS_UNDER_LOAD),
                    scenario -> scenario.compare(
                            "a page", CallScenario.ROUNDS, CALLS_UNDER_LOAD, CallScenario.CALLERS, true));
            return Scenario.Result.of(
                    figures,
                    figures.judge(Goal.PAGE_LOAD_P50, BareCalls.PAGES),
                    figures.judge(Goal.PAGE_LOAD_P99, BareCalls.PAGES, Metric.P99_MILLIS),
                    figures.judge(Goal.PAGE_LOAD_CPU, PLAIN, Metric.CALL_CPU_MICROS));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
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

    private static Figures with(
            Setting setting,
            Platform platform,
            Endpoints endpoints,
            CloseableHttpClient http,
            List<String> readers,
            Function<PageScenario, Figures> work) {
        try (Feedmill feedmill = Feedmill.start(platform, endpoints, 0);
                PlainApi plain = PlainApi.start(platform, endpoints);
                BareCalls bare = new BareCalls(endpoints)) {
            return work.apply(new PageScenario(setting, feedmill, plain, bare, http, readers));
        }
    }

    /** Compares pages without a list, and with all variants pages that are compressed, and beside a list. */
    private Figures compare(String title, Rounds rounds, int calls, int atOnce, boolean variants) {
        List<Contender> contenders = new ArrayList<>(List.of(
                bare.pages(readers, calls, atOnce),
                Contender.peer(PLAIN, () -> readPlain("identity", calls, atOnce)),
                Contender.ours(Contender.FEEDMILL, () -> read(Listed.NOBODY, "identity", calls, atOnce))));
        if (variants) {
            feedmill.follow(AUTHORS, readers);
            contenders.add(Contender.peer(PLAIN + GZIP, () -> readPlain("gzip", calls, atOnce)));
            contenders.add(Contender.ours(Contender.FEEDMILL + GZIP, () -> read(Listed.NOBODY, "gzip", calls, atOnce)));
            Stream.of(Listed.SOME, Listed.ANNOUNCEMENT)
                    .map(listed -> Contender.ours(listed.name(), () -> read(listed, "identity", calls, atOnce)))
                    .forEach(contenders::add);
        }
        return setting.compare(title, Metric.P50_MILLIS, rounds, contenders);
    }

    private Map<Metric, Double> read(Listed listed, String encoding, int calls, int atOnce) {
        list(listed);
        return read(feedmill.apiPid(), feedmill.at("/"), encoding, calls, atOnce);
    }

    private Map<Metric, Double> readPlain(String encoding, int calls, int atOnce) {
        return read(plain.pid(), plain.url(), encoding, calls, atOnce);
    }

    /** Both sides get the same requests. */
    private Map<Metric, Double> read(long pid, URI api, String encoding, int calls, int atOnce) {
        List<URI> uris = readers.stream()
                .map(reader -> api.resolve("/v1/feeds/home/" + reader))
                .toList();
        return Timing.ofCalls(pid, calls, atOnce, call -> {
                    ClassicHttpRequest request = CallScenario.get(feedmill, uris.get(call % uris.size()));
                    request.addHeader("Accept-Encoding", encoding);
                    CallScenario.send(http, request);
                })
                .perCall();
    }

    /** Has the API go by the list. Throws a {@link StepFailure} unless a page has posts of as many listed authors as expected. */
    private void list(Listed listed) {
        bare.list(listed.authors(), listed.everyone());
        if (!RunClock.await(() -> seen(listed) == listed.seen(), POLL, PATIENCE)) {
            throw new StepFailure(
                    "A page has posts of %d listed authors, not of %d.".formatted(seen(listed), listed.seen()));
        }
    }

    private long seen(Listed listed) {
        return feedmill.client().homeFeed(readers.getFirst(), PAGE, null).items().stream()
                .map(FeedItem::author)
                .filter(author -> LISTED.contains(author) || author.equals(ANNOUNCER))
                .distinct()
                .count();
    }
}
