package io.feedmill.bench.scenario;

import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.common.cost.Cost;
import io.feedmill.common.cost.Cost.Units;
import io.feedmill.common.cost.Costs;
import io.feedmill.common.cost.Prices;
import io.feedmill.common.cost.RowSizes;
import io.feedmill.common.dormant.Dormancy;
import io.feedmill.common.follow.Active;
import io.feedmill.common.key.Ticks;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * A day of a social application, at a moment of its usual life, and what it costs.
 *
 * @param authors those of the day's posts, drawn by number of followers
 * @param now when all posts are published and all pages read
 */
record SocialDay(List<Integer> authors, Instant now) {
    static final int USERS = 20_000;
    static final Duration AWAY = Duration.ofDays(14);

    /** First pages of a look. All those of a return are within its 20 minutes. */
    static final int PAGES = 5;

    private static final int ON_READ_FROM = 2_000;
    private static final int LARGEST = 10_000;

    /** Makes a million follows. */
    private static final double LEAST = 6.8192615;

    /** By author: a Pareto distribution of exponent 1, cut off at the largest. */
    private static final List<Integer> FOLLOWERS = IntStream.range(0, USERS)
            .mapToObj(author ->
                    (int) Math.round(1 / ((double) author / USERS * (1 / LEAST - 1.0 / LARGEST) + 1.0 / LARGEST)))
            .toList();

    private static final int FOLLOWS =
            FOLLOWERS.stream().mapToInt(Integer::intValue).sum();

    /** Days between two looks, of ten users; 0: they never look. Follows do not depend on it. */
    private static final List<Integer> DAYS = List.of(1, 7, 7, 30, 30, 0, 0, 0, 0, 0);

    private static final int SEED = 32;
    private static final int WORKERS = 2;
    private static final int APIS = 2;
    private static final String HOMES = "homes";
    private static final String READERS = "readers";
    private static final RowSizes ROWS = new RowSizes(12, Posts.TEXT.length());
    private static final Costs COSTS = new Costs(ROWS);

    /** What Feedmill does for less than a push to all. */
    enum Means {
        PUSH,
        ON_READ,
        DORMANT,
        BOTH;

        boolean onRead() {
            return this == ON_READ || this == BOTH;
        }

        boolean dormant() {
            return this == DORMANT || this == BOTH;
        }
    }

    /** A part of the day. */
    record Part(String name, double number, Cost cost) {}

    static SocialDay of(int posts, Instant now) {
        int[] upTo = FOLLOWERS.stream().mapToInt(Integer::intValue).toArray();
        Arrays.parallelPrefix(upTo, Integer::sum);
        List<Integer> authors = new Random(SEED)
                .ints(posts, 0, FOLLOWS)
                .mapToObj(follow -> {
                    int found = Arrays.binarySearch(upTo, follow + 1);
                    return found < 0 ? -found - 1 : found;
                })
                .toList();
        return new SocialDay(authors, now);
    }

    static String id(int user) {
        return "user-%07d".formatted(user);
    }

    /** Returns the followers of an author: always the same. */
    static int[] followersOf(int author) {
        return new Random(SEED * USERS + author)
                .ints(0, USERS)
                .filter(user -> user != author)
                .distinct()
                .limit(FOLLOWERS.get(author))
                .toArray();
    }

    static boolean isOnRead(int author) {
        return FOLLOWERS.get(author) >= ON_READ_FROM;
    }

    /** Returns the row of a user; null: the user never looked. */
    @Nullable Active active(int user) {
        int days = DAYS.get(user % 10);
        Duration ago = Duration.ofDays(days).multipliedBy(user / 10).dividedBy(USERS / 10);
        return days == 0 ? null : Active.at(Ticks.ofInstant(now.minus(ago)));
    }

    /** Returns how many of these users slices pass over. */
    double dormant(int... users) {
        Dormancy dormancy = new Dormancy(1, AWAY, 1, null, 0);
        long tick = Ticks.ofInstant(now);
        return Arrays.stream(users)
                .map(user -> dormancy.passesOver(active(user), tick) ? 1 : 0)
                .sum();
    }

    double dormantShare() {
        return dormant(IntStream.range(0, USERS).toArray()) / USERS;
    }

    double meanAudience() {
        return authors.stream().mapToInt(FOLLOWERS::get).average().orElseThrow();
    }

    /** Returns what the posts cost until their jobs are complete. */
    Cost posts(Means means) {
        return authors.stream().map(author -> post(author, means)).reduce(Cost.NONE, Cost::plus);
    }

    private Cost post(int author, Means means) {
        if (means.onRead() && isOnRead(author)) {
            return Costs.postOnRead();
        }
        Cost pushed = COSTS.post(FOLLOWERS.get(author));
        return means.dormant() ? pushed.plus(Costs.passedOver(dormant(followersOf(author)))) : pushed;
    }

    /** Returns the reads of the readers who are not dormant: each worker remembers them for days. Once a day is more than it does. */
    Cost remembered(int workers) {
        return cost(READERS, 0, (1 - dormantShare()) * USERS * workers / 2);
    }

    private static Cost cost(String table, double writes, double reads) {
        return new Cost(Map.of(table, new Units(writes, reads)), 0);
    }

    private static Units of(Cost cost, String table) {
        return cost.tables().getOrDefault(table, Units.NONE);
    }

    List<Part> parts(Means means) {
        Cost posts = posts(means);
        double delivered = deliveries(posts);
        Cost rows = cost(HOMES, delivered, 0);
        Cost passedOver = cost(READERS, 0, of(posts, READERS).read());
        Part fixed = new Part(
                "posts, jobs, slices",
                authors.size(),
                posts.plus(rows.plus(passedOver).times(-1)));
        Stream<Part> dormant = means.dormant() ? dormant(passedOver) : Stream.of();
        return Stream.of(Stream.of(fixed, new Part("deliveries", delivered, rows)), pages(means), dormant)
                .flatMap(parts -> parts)
                .toList();
    }

    /** Their author's rows in a home feed are two units each. */
    private double deliveries(Cost posts) {
        return of(posts, HOMES).write() - 2.0 * authors.size();
    }

    private Stream<Part> dormant(Cost passedOver) {
        Cost reads = passedOver.plus(remembered(WORKERS));
        double copies = (APIS + WORKERS) * Duration.ofDays(1).toSeconds() / 10.0;
        return Stream.of(
                new Part("reads of `active`", 2 * reads.total().read(), reads),
                part("notes of `seen`", looks(1), Costs.seen()),
                new Part("copies of A", copies, cost("fanouts", 0, copies)));
    }

    private static Stream<Part> pages(Means means) {
        double follows = (double) FOLLOWS / USERS;
        double returns = means.dormant() ? PAGES * looks((int) AWAY.toDays()) : 0;
        double pages = PAGES * looks(1);
        Cost page = COSTS.page(Integer.MAX_VALUE, 0, follows);
        Stream<Part> parts = Stream.of(
                part("pages of active", pages - returns, page),
                part("pages of returns", returns, page.plus(COSTS.gap(follows))));
        return means.onRead() ? Stream.concat(parts, Stream.of(part("on-read pages", pages, onRead(follows)))) : parts;
    }

    /** Returns what a page reads besides. No page is as soon after another as to share the read of an author. */
    private static Cost onRead(double follows) {
        List<Integer> listed =
                FOLLOWERS.stream().filter(number -> number >= ON_READ_FROM).toList();
        double followed = listed.stream().mapToInt(Integer::intValue).sum() / (double) USERS;
        return COSTS.page(Integer.MAX_VALUE, listed.size(), follows)
                .plus(COSTS.page(Integer.MAX_VALUE, 0, follows).times(-1))
                .plus(COSTS.newest().times(followed));
    }

    /** Returns the looks of a day by users who look every so many days, or more rarely. */
    private static double looks(int days) {
        return DAYS.stream()
                .filter(each -> each >= days)
                .mapToDouble(each -> USERS / 10.0 / each)
                .sum();
    }

    private static Part part(String name, double number, Cost each) {
        return new Part(name, number, each.times(number));
    }

    Cost cost(Means means) {
        return parts(means).stream().map(Part::cost).reduce(Cost.NONE, Cost::plus);
    }

    /** Returns GB of a day's rows of home feeds, with the bytes that AWS bills besides. */
    double gigabytes(Cost all) {
        return RowSizes.gigabytes(deliveries(all) + authors.size(), ROWS.home());
    }

    /** Returns dollars: units on demand, requests to SQS. */
    static double calls(Cost cost) {
        Units units = Prices.onDemand(cost.total());
        return units.write() + units.read() + Prices.queueMonth(cost.queueRequests()) / (Prices.HOURS * 3_600);
    }

    /** Returns dollars: those of calls, and of the day's rows of home feeds for 30 days. */
    double price(Cost all) {
        return calls(all) + Prices.storageMonth(gigabytes(all)) * 30 * 24 / Prices.HOURS;
    }
}
