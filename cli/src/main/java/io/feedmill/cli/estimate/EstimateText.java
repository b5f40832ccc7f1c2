package io.feedmill.cli.estimate;

import io.feedmill.cli.estimate.Figures.Discounts;
import io.feedmill.cli.estimate.Figures.Month;
import io.feedmill.cli.estimate.Figures.Rate;
import io.feedmill.cli.estimate.Figures.Rates;
import io.feedmill.cli.estimate.Figures.Times;
import io.feedmill.cli.estimate.Load.Posters;
import io.feedmill.common.cost.Prices;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An estimate in lines. */
final class EstimateText {
    private final List<String> lines = new ArrayList<>();

    private EstimateText() {}

    static List<String> of(Load load, Figures figures) {
        EstimateText text = new EstimateText();
        text.lines.add(head(load));
        text.table(rates(figures.rates(), load.setup().peak()));
        text.table(months(figures));
        text.table(parts(figures));
        text.table(tables(figures));
        text.table(posts(figures));
        text.table(limits(figures));
        text.lines.add("");
        figures.limits().stream()
                .filter(limit -> limit.need() > limit.ceiling())
                .forEach(limit ->
                        text.lines.add("Above the ceiling of %s: change %s.".formatted(limit.place(), limit.turn())));
        text.lines.addAll(times(figures));
        Discounts discounts = figures.discounts();
        text.lines.add(
                "A month costs %s dollars with a savings plan, %s with capacity reserved for a year, %s for 3 years."
                        .formatted(
                                number(discounts.savingsPlan()),
                                number(discounts.reservedOneYear()),
                                number(discounts.reservedThreeYears())));
        Figures without = figures.withoutDormant();
        if (without != null) {
            text.lines.add("If slices passed over no reader, a month would cost %s dollars on demand, %s provisioned."
                    .formatted(
                            number(without.onDemand().sum()),
                            number(without.provisioned().sum())));
        }
        return List.copyOf(text.lines);
    }

    private static String head(Load load) {
        return "%s users with %s followers on average, %s at most; %s."
                .formatted(
                        number(load.authors().users()),
                        number(load.authors().mean()),
                        number(load.authors().largest()),
                        load.setup().posters() == Posters.equally
                                ? "all post as often"
                                : "authors post in proportion to followers");
    }

    private static List<List<String>> rates(Rates rates, double peak) {
        return List.of(
                List.of("", "a day", "a second at peak, %s times the mean".formatted(number(peak))),
                rate("posts", rates.posts()),
                rate("deliveries", rates.deliveries()),
                rate("home pages", rates.pages()),
                rate("write units", rates.writeUnits()),
                rate("read units", rates.readUnits()),
                rate("requests to SQS", rates.queueRequests()));
    }

    private static List<String> rate(String name, Rate rate) {
        return List.of(name, number(rate.perDay()), number(rate.peak()));
    }

    private static List<List<String>> months(Figures figures) {
        Month demand = figures.onDemand();
        Month provisioned = figures.provisioned();
        return List.of(
                List.of("dollars a month, " + Prices.REGION, "on demand", "provisioned"),
                List.of("write units", number(demand.writes()), number(provisioned.writes())),
                List.of("read units", number(demand.reads()), number(provisioned.reads())),
                List.of("storage after a year", number(demand.storage()), number(provisioned.storage())),
                List.of("SQS", number(demand.queues()), number(provisioned.queues())),
                List.of(
                        "%,d APIs, %,d workers".formatted(figures.apis(), figures.workers()),
                        number(demand.processes()),
                        number(provisioned.processes())),
                List.of("sum", number(demand.sum()), number(provisioned.sum())));
    }

    private static List<List<String>> parts(Figures figures) {
        List<Figures.Part> parts =
                figures.parts().stream().filter(part -> part.number() > 0).toList();
        return rows(
                List.of("a day", "number", "write units", "read units", "SQS"),
                parts,
                part -> List.of(
                        part.part(),
                        part.part().matches("idle.*|sweep.*") ? "" : number(part.number()),
                        number(part.writeUnits()),
                        number(part.readUnits()),
                        number(part.queueRequests())));
    }

    private static List<List<String>> tables(Figures figures) {
        return rows(
                List.of("table", "writes/s at peak", "reads/s at peak", "GB after a year"),
                figures.tables(),
                use -> List.of(
                        use.table(), number(use.writeUnits()), number(use.readUnits()), number(use.gigabytes())));
    }

    private static List<List<String>> posts(Figures figures) {
        return rows(
                List.of("a post to followers", "write units", "read units", "dollars on demand"),
                figures.postsOf(),
                post -> List.of(
                        number(post.followers()) + (post.onRead() ? ", on read" : ""),
                        number(post.writeUnits()),
                        number(post.readUnits()),
                        "%.6f".formatted(post.price())));
    }

    private static List<List<String>> limits(Figures figures) {
        return rows(
                List.of("ceilings", "at peak", "of"),
                figures.limits(),
                limit -> List.of(limit.place(), number(limit.need()), number(limit.ceiling())));
    }

    private static <T> List<List<String>> rows(List<String> head, List<T> all, Function<T, List<String>> row) {
        return Stream.concat(Stream.of(head), all.stream().map(row)).toList();
    }

    private static List<String> times(Figures figures) {
        Times times = figures.times();
        return List.of(
                times.drainMinutes() < 0
                        ? "The workers are fewer than the mean load needs: a backlog grows."
                        : "A backlog of %s h is drained in %s min."
                                .formatted(number(times.backlogHours()), number(times.drainMinutes())),
                "The largest post that is delivered, to %s followers, takes %s s."
                        .formatted(number(times.largestPost()), number(times.largestPostSeconds())));
    }

    private void table(List<List<String>> rows) {
        int[] widths = IntStream.range(0, rows.getFirst().size())
                .map(column -> rows.stream()
                        .mapToInt(row -> row.get(column).length())
                        .max()
                        .orElse(0))
                .toArray();
        lines.add("");
        rows.forEach(row -> lines.add(line(row, widths)));
    }

    /** The first column is text, the others are numbers. */
    private static String line(List<String> row, int[] widths) {
        StringBuilder line = new StringBuilder(row.getFirst())
                .repeat(' ', widths[0] - row.getFirst().length());
        for (int column = 1; column < widths.length; column++) {
            line.append("  ")
                    .repeat(' ', widths[column] - row.get(column).length())
                    .append(row.get(column));
        }
        return line.toString();
    }

    /** Small numbers have decimals. */
    static String number(double number) {
        if (number >= 100 || Math.abs(number - Math.rint(number)) < 0.001) {
            return "%,.0f".formatted(number);
        }
        return number < 0.1 ? "%.3f".formatted(number) : "%.1f".formatted(number);
    }
}
