package io.feedmill.cli.estimate;

import static io.feedmill.common.cost.RowSizes.gigabytes;

import io.feedmill.cli.estimate.Load.Activity;
import io.feedmill.common.cost.Cost;
import io.feedmill.common.cost.Cost.Units;
import io.feedmill.common.cost.Costs;
import io.feedmill.common.cost.Prices;
import io.feedmill.common.cost.RowSizes;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.DoubleStream;
import org.jspecify.annotations.Nullable;

/** An estimate, as the command prints it; {@code withoutDormant} is the same if slices pass over no reader (null: they do not). */
record Figures(
        Rates rates,
        List<Part> parts,
        List<TableUse> tables,
        int apis,
        int workers,
        Times times,
        Month onDemand,
        Month provisioned,
        Discounts discounts,
        List<PostCost> postsOf,
        List<Limit> limits,
        @Nullable Figures withoutDormant) {
    private static final double DAYS = 365;

    /** Of ledger, views and slices. */
    private static final double KEPT = 90;

    private static final double COUNTER_SHARDS = 8;
    private static final int SMALL_ROW = 100;
    private static final int LEDGER_ROW = 154;

    /** Numbers of a day and of a second at peak. */
    record Rates(Rate posts, Rate deliveries, Rate pages, Rate writeUnits, Rate readUnits, Rate queueRequests) {}

    record Rate(double perDay, double peak) {}

    /** A part of the load, in a day. */
    record Part(String part, double number, double writeUnits, double readUnits, double queueRequests) {}

    /** Units a second at peak, and GB after a year. */
    record TableUse(String table, double writeUnits, double readUnits, double gigabytes) {}

    /** @param drainMinutes of the backlog; negative: never */
    record Times(double backlogHours, double drainMinutes, double largestPost, double largestPostSeconds) {}

    /** US dollars. */
    record Month(double writes, double reads, double storage, double queues, double processes, double sum) {}

    /** What a month costs with a commitment. */
    record Discounts(double savingsPlan, double reservedOneYear, double reservedThreeYears) {}

    record PostCost(double followers, boolean onRead, double writeUnits, double readUnits, double price) {}

    static Figures of(Load load, Processes processes, double backlogHours) {
        List<Flow> flows = Flow.all(load, processes, 1);
        Cost mean = sum(flows);
        Cost peak = sum(Flow.all(load, processes, load.setup().peak()));
        Map<String, Double> gigabytes = storage(load);
        Units onDemand = Prices.onDemandMonth(mean.total());
        Units provisioned = Prices.provisionedMonth(mean.total());
        Function<Units, Month> month = prices -> month(prices, mean, gigabytes, processes);
        return new Figures(
                rates(load, mean, peak),
                flows.stream().map(Figures::part).toList(),
                tables(peak, gigabytes),
                processes.apis(),
                processes.workers(),
                times(load, processes, backlogHours, peak),
                month.apply(onDemand),
                month.apply(provisioned),
                new Discounts(
                        month.apply(onDemand.times(Prices.SAVINGS_PLAN)).sum(),
                        month.apply(provisioned.times(Prices.RESERVED_1_YEAR)).sum(),
                        month.apply(provisioned.times(Prices.RESERVED_3_YEARS)).sum()),
                posts(load, processes),
                Limit.all(load, processes, peak.tables()),
                load.readers().dormant() == 0 ? null : of(load.withoutDormant(), processes, backlogHours));
    }

    private static Cost sum(List<Flow> flows) {
        return flows.stream().map(Flow::cost).reduce(Cost.NONE, Cost::plus);
    }

    private static Times times(Load load, Processes processes, double backlogHours, Cost peak) {
        Units units = peak.tables().getOrDefault("homes", Units.NONE);
        double homes = Math.max(Limit.QUOTA, units.write());
        double largest = load.largestDelivered();
        double drain = processes.drainSeconds(load, backlogHours, homes) / 60;
        return new Times(backlogHours, drain, largest, processes.seconds(largest, homes));
    }

    private static Rates rates(Load load, Cost mean, Cost peak) {
        double factor = load.setup().peak() / Activity.SECONDS;
        return new Rates(
                rate(load.activity().posts(), factor),
                rate(load.deliveries(), factor),
                rate(load.readers().pages(), factor),
                new Rate(mean.total().write() * Activity.SECONDS, peak.total().write()),
                new Rate(mean.total().read() * Activity.SECONDS, peak.total().read()),
                new Rate(mean.queueRequests() * Activity.SECONDS, peak.queueRequests()));
    }

    private static Rate rate(double perDay, double factor) {
        return new Rate(perDay, perDay * factor);
    }

    private static Part part(Flow flow) {
        Units units = flow.cost().total();
        return new Part(
                flow.part(),
                flow.perSecond() * Activity.SECONDS,
                units.write() * Activity.SECONDS,
                units.read() * Activity.SECONDS,
                flow.cost().queueRequests() * Activity.SECONDS);
    }

    private static List<TableUse> tables(Cost peak, Map<String, Double> gigabytes) {
        Map<String, TableUse> uses = new TreeMap<>();
        peak.tables()
                .forEach((table, units) -> uses.put(
                        table, new TableUse(table, units.write(), units.read(), gigabytes.getOrDefault(table, 0.0))));
        return List.copyOf(uses.values());
    }

    private static Month month(Units prices, Cost mean, Map<String, Double> gigabytes, Processes processes) {
        double stored = Prices.storageMonth(
                gigabytes.values().stream().mapToDouble(Double::doubleValue).sum());
        double queues = Prices.queueMonth(mean.queueRequests());
        double compute = Prices.processesMonth(processes.apis() + processes.workers());
        return new Month(
                prices.write(),
                prices.read(),
                stored,
                queues,
                compute,
                prices.write() + prices.read() + stored + queues + compute);
    }

    private static List<PostCost> posts(Load load, Processes processes) {
        double largest = load.authors().largest();
        return DoubleStream.of(0, Math.rint(load.authors().mean()), 1_000, 10_000, 100_000, largest)
                .filter(followers -> followers <= largest)
                .sorted()
                .distinct()
                .mapToObj(followers -> post(load, processes, followers))
                .toList();
    }

    /** A post on read has each API read its author's head. */
    private static PostCost post(Load load, Processes processes, double followers) {
        Costs costs = new Costs(load.setup().rows());
        boolean onRead = load.setup().isOnRead(followers);
        Cost cost = onRead ? Costs.postOnRead().plus(costs.head().times(processes.apis())) : costs.post(followers);
        Units units = cost.total();
        Units price = Prices.onDemand(units);
        return new PostCost(followers, onRead, units.write(), units.read(), price.write() + price.read());
    }

    /** Returns the GB of tables after a year: of rows that expire, and those that stay. TTL deletes within days, which are not counted. */
    private static Map<String, Double> storage(Load load) {
        Activity activity = load.activity();
        RowSizes rows = load.setup().rows();
        double users = load.authors().users();
        double posts = activity.posts() * DAYS;
        double slices = activity.posts() * load.mean(load.pushed(), group -> Costs.slices(group.followers()));
        double counted = (activity.views() + activity.reactions()) * DAYS;
        Map<String, Double> tables = new TreeMap<>();
        tables.put("homes", gigabytes(load.homeRows() * users * load.readers().awake(), rows.home()));
        tables.put("authors", gigabytes(posts, rows.author()));
        tables.put("posts", gigabytes(posts + activity.edits() * DAYS, rows.version()));
        tables.put("fanouts", gigabytes(posts, rows.job()) + gigabytes((slices + activity.edits()) * KEPT, SMALL_ROW));
        tables.put("follows", gigabytes(2 * load.authors().follows(), rows.follow()));
        tables.put(
                "counters",
                gigabytes(
                        Math.min(posts, COUNTER_SHARDS * users) + Math.min(counted, COUNTER_SHARDS * posts),
                        SMALL_ROW));
        tables.put(
                "ledger", gigabytes((activity.posts() + activity.retractions() + activity.views()) * KEPT, LEDGER_ROW));
        tables.put("views", gigabytes(activity.views() * KEPT, SMALL_ROW / 2));
        tables.put("reactions", gigabytes(activity.reactions() * DAYS, SMALL_ROW / 2));
        return tables;
    }
}
