package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Stats;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.ReadUnits;
import io.feedmill.client.FeedItem;
import io.feedmill.stack.Platform;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/** First pages of home feeds of 100 rows. The list of authors on read changes from turn to turn: their feeds have as many posts, between those of the rows. */
record PageScenario(
        Setting setting,
        Platform platform,
        Feedmill feedmill,
        BareCalls bare,
        CloseableHttpClient http,
        List<String> readers) {
    private static final int POSTS = 100;
    private static final int PAGE = 50;
    private static final int CALLS = 300;
    private static final int CALLS_UNDER_LOAD = 2_000;

    /** DynamoDB Local takes some 50 ms to read so many follows. */
    private static final int CALLS_OF_MANY = 40;

    private static final int READERS = 100;
    private static final int READERS_UNDER_LOAD = 64;
    private static final int SOME = 200;
    private static final int MANY = 5_000;
    private static final List<String> AUTHORS =
            IntStream.range(0, MANY).mapToObj("a%04d"::formatted).toList();
    private static final List<String> WITH_FEEDS = AUTHORS.subList(0, PAGE);
    private static final String ANNOUNCER = "announcer";

    /** Longer than an API keeps the newest posts of an author in the first minute of a listing. */
    private static final Duration COPIES_END = Duration.ofMillis(1_100);

    private static final Duration POLL = Duration.ofMillis(100);
    private static final Duration PATIENCE = Duration.ofSeconds(30);

    /**
     * Pages beside a list of authors on read.
     *
     * @param calls the number of pages in a turn
     * @param seen the number of listed authors whose posts each page has
     */
    private record Pages(
            String name, List<String> readers, int calls, List<String> listed, boolean everyone, int seen) {
        static Pages of(int follows, List<String> readers, int calls, int listed) {
            String name = "%,d of %,d followed on read".formatted(listed, follows);
            return listed == 0
                    ? new Pages(name, readers, calls, List.of("stranger"), false, 0)
                    : new Pages(name, readers, calls, WITH_FEEDS.subList(0, listed), false, listed);
        }

        static Pages withoutList(List<String> readers, int calls) {
            return new Pages(Contender.FEEDMILL, readers, calls, List.of(), false, 0);
        }
    }

    /** One reader at a time. */
    static Scenario.Result page(Setting setting) {
        return run(setting, READERS, PageScenario::oneByOne);
    }

    /** Readers that keep the cores busy. */
    static Scenario.Result pageLoad(Setting setting) {
        return run(setting, READERS_UNDER_LOAD, PageScenario::underLoad);
    }

    private static Scenario.Result run(
            Setting setting, int count, Function<PageScenario, Scenario.Result> measurement) {
        List<String> readers = Deliveries.of(count, POSTS).recipients();
        try (Platform platform = setting.platform();
                Feedmill feedmill = Feedmill.start(platform, Endpoints.of(platform.servers()), 0);
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()));
                CloseableHttpClient http = CallScenario.client()) {
            bare.write(new Deliveries(readers, POSTS), WITH_FEEDS);
            bare.write(new Deliveries(List.of(), 1), List.of(ANNOUNCER));
            feedmill.follow(AUTHORS.subList(0, SOME), readers);
            return measurement.apply(new PageScenario(setting, platform, feedmill, bare, http, readers));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Scenario.Result oneByOne() {
        List<String> few = readers.subList(0, setting.pick(2, 20));
        List<String> others = readers.subList(few.size(), READERS);
        feedmill.follow(AUTHORS.subList(SOME, MANY), few);
        List<Pages> all = List.of(
                Pages.withoutList(readers, CALLS),
                Pages.of(SOME, others, CALLS, 0),
                Pages.of(SOME, others, CALLS, 5),
                Pages.of(SOME, others, CALLS, PAGE),
                Pages.of(MANY, few, CALLS_OF_MANY, 0),
                Pages.of(MANY, few, CALLS_OF_MANY, 5),
                Pages.of(MANY, few, CALLS_OF_MANY, PAGE));
        Contender limit = bare.pages(readers, CALLS, 1);
        Figures times = compare(1, all, limit, bare.pagesAsJson(readers, CALLS, 1));
        return new Scenario.Result(
                List.of(times, units(all)),
                List.of(
                        times.judge(Goal.PAGE, limit),
                        Goal.PAGE_5_OF_200.measured(overPlain(times, all.get(2)).value()),
                        Goal.PAGE_5_OF_5K.measured(overPlain(times, all.get(5)).value())),
                notes(times, all));
    }

    private Scenario.Result underLoad() {
        List<Pages> all = List.of(
                Pages.withoutList(readers, CALLS_UNDER_LOAD),
                Pages.of(SOME, readers, CALLS_UNDER_LOAD, 5),
                new Pages("an announcement", readers, CALLS_UNDER_LOAD, List.of(ANNOUNCER), true, 1));
        Contender limit = bare.pages(readers, CALLS_UNDER_LOAD, CallScenario.CALLERS);
        Contender asJson = bare.pagesAsJson(readers, CALLS_UNDER_LOAD, CallScenario.CALLERS);
        Figures figures = compare(CallScenario.CALLERS, all, limit, asJson);
        return new Scenario.Result(
                List.of(figures),
                List.of(
                        figures.judge(Goal.PAGE_LOAD_P50, limit),
                        figures.judge(Goal.PAGE_LOAD_P99, limit, Metric.P99_MILLIS),
                        figures.judge(Goal.PAGE_LOAD_CPU, asJson, Metric.CALL_CPU_MICROS)),
                notes(figures, all));
    }

    private Figures compare(int atOnce, List<Pages> all, Contender... others) {
        Stream<Contender> ours = all.stream().map(pages -> Contender.ours(pages.name(), () -> read(pages, atOnce)));
        return CallScenario.compare(
                setting, Stream.concat(Stream.of(others), ours).toList());
    }

    private Map<Metric, Double> read(Pages pages, int atOnce) {
        list(pages, feedmill);
        List<URI> uris = pages.readers().stream()
                .map(reader -> feedmill.at("/v1/feeds/home/" + reader))
                .toList();
        return Timing.ofCalls(
                        feedmill.apiPid(),
                        pages.calls(),
                        atOnce,
                        call -> CallScenario.send(http, CallScenario.get(feedmill, uris.get(call % uris.size()))))
                .perCall();
    }

    /** Has the API go by the list. Throws a {@link StepFailure} unless a page has posts of as many listed authors as expected. */
    private void list(Pages pages, Feedmill api) {
        bare.list(pages.listed(), pages.everyone());
        if (!RunClock.await(() -> seen(pages, api) == pages.seen(), POLL, PATIENCE)) {
            throw new StepFailure(
                    "A page has posts of %d listed authors, not of %d.".formatted(seen(pages, api), pages.seen()));
        }
    }

    private static long seen(Pages pages, Feedmill api) {
        return api.client().homeFeed(pages.readers().getFirst(), PAGE, null).items().stream()
                .map(FeedItem::author)
                .filter(pages.listed()::contains)
                .distinct()
                .count();
    }

    /** Counts the read units of another API's pages: the proxy that counts them takes time. */
    private Figures units(List<Pages> all) {
        try (ReadUnits store = new ReadUnits(Endpoints.of(platform.servers()));
                Feedmill api = Feedmill.start(platform, store.endpoints(), 0)) {
            return setting.compare(
                    "read units of a page",
                    Metric.READ_UNITS,
                    1,
                    3,
                    all.stream()
                            .map(pages -> Contender.ours(pages.name(), () -> units(store, api, pages)))
                            .toList());
        }
    }

    private Map<Metric, Double> units(ReadUnits store, Feedmill api, Pages pages) {
        list(pages, api);
        RunClock.pause(COPIES_END);
        double first = store.of(() -> api.client().homeFeed(pages.readers().getFirst(), PAGE, null));
        double next =
                store.of(() -> pages.readers().forEach(reader -> api.client().homeFeed(reader, PAGE, null)));
        return Map.of(
                Metric.FIRST_READ_UNITS,
                first,
                Metric.READ_UNITS,
                next / pages.readers().size());
    }

    private static Stats overPlain(Figures figures, Pages pages) {
        return figures.ratio(pages.name(), Contender.FEEDMILL, Metric.P50_MILLIS);
    }

    private static List<String> notes(Figures figures, List<Pages> all) {
        return all.stream()
                .skip(1)
                .map(pages -> {
                    Stats ratio = overPlain(figures, pages);
                    return "%s: %.2f (%.2f–%.2f) of the p50 without a list"
                            .formatted(pages.name(), ratio.value(), ratio.low(), ratio.high());
                })
                .toList();
    }
}
