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
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** An estimate in lines. */
final class EstimateText {
    private EstimateText() {}

    static List<String> of(Load load, Figures figures) {
        List<String> lines = new ArrayList<>();
        lines.add(head(load));
        table(lines, rates(figures.rates(), load.setup().peak()));
        table(lines, months(figures));
        table(lines, parts(figures));
        table(lines, tables(figures));
        table(lines, posts(figures));
        table(lines, limits(figures));
        lines.add("");
        figures.limits().stream()
                .filter(limit -> limit.need() > limit.ceiling())
                .forEach(limit ->
                        lines.add("Above the ceiling of %s: change %s.".formatted(limit.place(), limit.turn())));
        lines.addAll(times(figures));
        Discounts discounts = figures.discounts();
        lines.add("A month costs %s dollars with a savings plan, %s with capacity reserved for a year, %s for 3 years."
                .formatted(
                        number(discounts.savingsPlan()),
                        number(discounts.reservedOneYear()),
                        number(discounts.reservedThreeYears())));
        Figures without = figures.withoutDormant();
        if (without != null) {
            lines.add("If slices passed over no reader, a month would cost %s dollars on demand, %s provisioned."
                    .formatted(
                            number(without.onDemand().sum()),
                            number(without.provisioned().sum())));
        }
        return lines;
    }

    private static String head(Load load) {
        Authors all = load.authors();
        boolean equally = load.setup().posters() == Posters.equally;
        String posters = equally ? "all post as often" : "authors post in proportion to followers";
        return "%s users with %s followers on average, %s at most; %s."
                .formatted(number(all.users()), number(all.mean()), number(all.largest()), posters);
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
        return row(name, rate.perDay(), rate.peak());
    }

    private static List<String> row(String name, double... numbers) {
        return Stream.concat(Stream.of(name), DoubleStream.of(numbers).mapToObj(EstimateText::number))
                .toList();
    }

    private static List<List<String>> months(Figures figures) {
        Month demand = figures.onDemand();
        Month provisioned = figures.provisioned();
        String processes = "%,d APIs, %,d workers".formatted(figures.apis(), figures.workers());
        return List.of(
                List.of("dollars a month, " + Prices.REGION, "on demand", "provisioned"),
                row("write units", demand.writes(), provisioned.writes()),
                row("read units", demand.reads(), provisioned.reads()),
                row("storage after a year", demand.storage(), provisioned.storage()),
                row("SQS", demand.queues(), provisioned.queues()),
                row(processes, demand.processes(), provisioned.processes()),
                row("sum", demand.sum(), provisioned.sum()));
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
                use -> row(use.table(), use.writeUnits(), use.readUnits(), use.gigabytes()));
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
                limit -> row(limit.place(), limit.need(), limit.ceiling()));
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

    private static void table(List<String> lines, List<List<String>> rows) {
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
        return IntStream.range(0, widths.length)
                .mapToObj(column -> ("%" + (column == 0 ? "-" : "") + widths[column] + "s").formatted(row.get(column)))
                .collect(Collectors.joining("  "));
    }

    /** Small numbers have decimals. */
    static String number(double number) {
        if (number >= 100 || Math.abs(number - Math.rint(number)) < 0.001) {
            return "%,.0f".formatted(number);
        }
        return number < 0.1 ? "%.3f".formatted(number) : "%.1f".formatted(number);
    }
}
