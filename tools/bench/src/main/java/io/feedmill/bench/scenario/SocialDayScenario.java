package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.scenario.SocialDay.Means;
import io.feedmill.bench.scenario.SocialDay.Part;
import io.feedmill.bench.sdk.BareCalls;
import io.feedmill.bench.sdk.Deliveries;
import io.feedmill.bench.sdk.Timing;
import io.feedmill.bench.servers.Endpoints;
import io.feedmill.bench.servers.Feedmill;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.bench.servers.ReadUnits;
import io.feedmill.client.Post.NewPost;
import io.feedmill.common.cost.Cost;
import io.feedmill.common.cost.Cost.Units;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.storage.RefreshedCopy;
import io.feedmill.faults.FaultProxy;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.console.StepFailure;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.RunClock;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.apache.hc.client5.http.impl.classic.CloseableHttpClient;

/**
 * The cost of a day whose posts are on read or not written for dormant readers, over that of a push to all; and the pages of readers who return. The posts of
 * the day are published, and proxies count what they take; the push to all, whose millions of rows take hours, is counted by {@link SocialDay}, as pages are.
 */
record SocialDayScenario(
        Setting setting,
        Platform platform,
        BareCalls bare,
        CloseableHttpClient http,
        FaultProxy writes,
        ReadUnits reads) {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final Duration POLL = Duration.ofMillis(500);
    private static final int WRITERS = 8;
    private static final int CALLERS = 4;
    private static final int READERS = 20;
    private static final int ROWS = 60;
    private static final int FEED = 12;

    /** Read by time. */
    private static final Set<String> SCHEDULES =
            Set.of("feedmill-outbox", "feedmill-recalls", "feedmill-reports", "feedmill-ledger");

    /**
     * Readers of as many authors.
     *
     * @param away how long ago they were seen
     */
    private record Readers(String name, List<String> users, int follows, Duration away) {
        static Readers of(String name, String prefix, int follows, Duration away) {
            List<String> users = Deliveries.of(READERS, 1).recipients().stream()
                    .map(user -> prefix + user)
                    .toList();
            return new Readers(name, users, follows, away);
        }
    }

    static Scenario.Result run(Setting setting) {
        SocialDay day = SocialDay.of(setting.pick(100, 2_000), Instant.now());
        try (Platform platform = setting.platform();
                FaultProxy writes =
                        FaultProxy.start(platform.servers().dynamoDb().endpoint(), BillScenario.COUNTS_UNITS, 0);
                ReadUnits reads = new ReadUnits(
                        new Endpoints(
                                writes.endpoint(), platform.servers().queues().endpoint()),
                        SCHEDULES);
                BareCalls bare = new BareCalls(Endpoints.of(platform.servers()));
                CloseableHttpClient http = CallScenario.client()) {
            return new SocialDayScenario(setting, platform, bare, http, writes, reads).measure(day);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private Scenario.Result measure(SocialDay day) {
        List<Readers> returns = Stream.of(100, 500, 1_000)
                .map(follows -> Readers.of(
                        "a return, %,d follows".formatted(follows), "r" + follows, follows, Duration.ofDays(20)))
                .toList();
        Readers active = Readers.of("an active reader, 100 follows", "active", 100, Duration.ZERO);
        List<Readers> all = Stream.concat(Stream.of(active), returns.stream()).toList();
        bare.seen(ticks(active));
        try (Feedmill feedmill = Feedmill.start(platform, reads.endpoints(), 1)) {
            fill(feedmill, all);
            write(day);
            feedmill.readList();
            Map<Metric, Double> without = units(feedmill, active);
            bare.away(SocialDay.AWAY);
            RunClock.pause(RefreshedCopy.MAX_AGE.plusSeconds(1)); // until the API goes by it
            Figures times = times(all);
            Figures units = setting.compare(
                    "units of the first page of 50", Metric.READ_UNITS, 0, 1, units(feedmill, all, without));
            Units metered = metered(feedmill, day);
            return new Scenario.Result(List.of(times, units), goals(day, metered), notes(day, metered));
        }
    }

    private static Map<String, Long> ticks(Readers readers) {
        long tick = Ticks.ofInstant(Instant.now().minus(readers.away()));
        return readers.users().stream().collect(Collectors.toMap(user -> user, user -> tick));
    }

    private static String author(int number) {
        return "author-%04d".formatted(number);
    }

    /** Fills the home feeds of these readers and the feeds of their authors. */
    private void fill(Feedmill feedmill, List<Readers> all) {
        int most = all.stream().mapToInt(Readers::follows).max().orElseThrow();
        List<String> authors =
                IntStream.range(0, most).mapToObj(SocialDayScenario::author).toList();
        all.forEach(readers -> feedmill.follow(authors.subList(0, readers.follows()), readers.users()));
        bare.write(
                new Deliveries(
                        all.stream()
                                .flatMap(readers -> readers.users().stream())
                                .toList(),
                        ROWS),
                List.of());
        bare.write(new Deliveries(List.of(), FEED), authors);
    }

    /** Writes what the posts of the day read. */
    private void write(SocialDay day) {
        List<Integer> pushed = day.authors().stream()
                .distinct()
                .filter(author -> !SocialDay.isOnRead(author))
                .toList();
        long rows = pushed.stream()
                .gather(Gatherers.mapConcurrent(WRITERS, author -> {
                    int[] followers = SocialDay.followersOf(author);
                    bare.follow(
                            SocialDay.id(author),
                            Arrays.stream(followers).mapToObj(SocialDay::id).toList());
                    return (long) followers.length;
                }))
                .reduce(0L, Long::sum);
        bare.seen(IntStream.range(0, SocialDay.USERS)
                .filter(user -> day.active(user) != null)
                .boxed()
                .collect(Collectors.toMap(
                        SocialDay::id,
                        user -> Objects.requireNonNull(day.active(user)).seen())));
        bare.list(
                IntStream.range(0, SocialDay.USERS)
                        .filter(SocialDay::isOnRead)
                        .mapToObj(SocialDay::id)
                        .toList(),
                false);
        setting.screen().say("%,d follows of %,d authors written".formatted(rows, pushed.size()));
    }

    /** Reads pages of an API that no proxy delays. */
    private Figures times(List<Readers> all) {
        try (Feedmill api = Feedmill.start(platform, Endpoints.of(platform.servers()), 0)) {
            return setting.compare(
                    "the first page of 50",
                    Metric.P50_MILLIS,
                    2,
                    4,
                    all.stream()
                            .map(readers -> Contender.ours(readers.name(), () -> read(api, readers)))
                            .toList());
        }
    }

    private Map<Metric, Double> read(Feedmill api, Readers readers) {
        bare.seen(ticks(readers));
        List<URI> uris = readers.users().stream()
                .map(user -> api.at("/v1/feeds/home/" + user))
                .toList();
        return Timing.ofCalls(
                        api.apiPid(),
                        uris.size(),
                        1,
                        call -> CallScenario.send(http, CallScenario.get(api, uris.get(call))))
                .perCall();
    }

    private List<Contender> units(Feedmill feedmill, List<Readers> all, Map<Metric, Double> without) {
        return Stream.concat(
                        Stream.of(Contender.ours("the same, A never set", () -> without)),
                        all.stream().map(readers -> Contender.ours(readers.name(), () -> units(feedmill, readers))))
                .toList();
    }

    private Map<Metric, Double> units(Feedmill feedmill, Readers readers) {
        bare.seen(ticks(readers));
        long writesBefore = BillScenario.units(writes.statistics());
        double units =
                reads.of(() -> readers.users().forEach(user -> feedmill.client().homeFeed(user, 50, null)));
        double written = BillScenario.units(writes.statistics()) - writesBefore;
        return Map.of(Metric.READ_UNITS, units / READERS, Metric.PAGE_WRITE_UNITS, written / READERS);
    }

    /** Publishes the posts of the day, and returns the units that they took until all jobs are complete. */
    private Units metered(Feedmill feedmill, SocialDay day) {
        feedmill.readList();
        long before = BillScenario.units(writes.statistics());
        double read = reads.of(() -> {
            long published = day.authors().stream()
                    .gather(Gatherers.mapConcurrent(
                            CALLERS,
                            author -> feedmill.client().publishPost(new NewPost(SocialDay.id(author), Posts.TEXT))))
                    .count();
            try (StorageAccess storage = StorageAccess.of(platform)) {
                if (!RunClock.await(() -> storage.openWork(false) == 0, POLL, LIMIT)) {
                    throw new StepFailure("%,d posts are not delivered.".formatted(published));
                }
            }
        });
        return new Units(BillScenario.units(writes.statistics()) - before, read);
    }

    /** Returns the cost of the day, with what was metered of its posts. */
    private static Cost both(SocialDay day, Units metered) {
        Units computed = computed(day);
        Units more = new Units(metered.write() - computed.write(), metered.read() - computed.read());
        return day.cost(Means.BOTH).plus(new Cost(Map.of("posts", more), 0));
    }

    private static Units computed(SocialDay day) {
        return day.posts(Means.BOTH).plus(day.remembered(1)).total();
    }

    private static List<Goal.Result> goals(SocialDay day, Units metered) {
        Cost push = day.cost(Means.PUSH);
        Cost both = both(day, metered);
        return List.of(
                Goal.SOCIAL_WRITES.measured(both.total().write() / push.total().write()),
                Goal.SOCIAL_PRICE.measured(day.price(both) / day.price(push)));
    }

    private static List<String> notes(SocialDay day, Units metered) {
        Units computed = computed(day);
        Cost push = day.cost(Means.PUSH);
        Table sums =
                new Table("", "write units", "read units", "MB of home rows", "$ in all", "writes/push", "price/push");
        Stream.of(Means.values()).forEach(means -> sums.row(row(day, means.name(), day.cost(means), push)));
        sums.row(row(day, "BOTH, posts metered", both(day, metered), push));
        Table parts = new Table("", "number", "write units", "read units", "$ of calls", "of $ in all of PUSH");
        Stream.of(Means.PUSH, Means.BOTH)
                .forEach(means -> day.parts(means)
                        .forEach(part -> parts.row(row(means + ", " + part.name(), part, day.price(push)))));
        Stream<String> sentences = Stream.of(
                "%,d posts to %,.0f followers on average; %d first pages a look; %.1f %% of the users are dormant"
                        .formatted(day.authors().size(), day.meanAudience(), SocialDay.PAGES, 100 * day.dormantShare()),
                "metered: the posts of BOTH until their jobs are complete: write units %,.0f (computed %,.0f), read units %,.0f (%,.0f)"
                        .formatted(metered.write(), computed.write(), metered.read(), computed.read()),
                "computed, as by estimate: everything else; home rows are kept for 30 days",
                "written to the tables: follows, the list of authors on read, A, `seen`",
                "");
        return Stream.of(sentences, sums.lines().stream(), Stream.of(""), parts.lines().stream())
                .flatMap(lines -> lines)
                .toList();
    }

    private static Object[] row(SocialDay day, String name, Cost cost, Cost push) {
        Units units = cost.total();
        return new Object[] {
            name,
            units.write(),
            units.read(),
            1_000 * day.gigabytes(cost),
            "%.3f".formatted(day.price(cost)),
            "%.3f".formatted(units.write() / push.total().write()),
            "%.3f".formatted(day.price(cost) / day.price(push))
        };
    }

    private static Object[] row(String name, Part part, double push) {
        Units units = part.cost().total();
        double price = SocialDay.calls(part.cost());
        return new Object[] {
            name, part.number(), units.write(), units.read(), "%.3f".formatted(price), "%.3f".formatted(price / push)
        };
    }
}
