package io.feedmill.cli.estimate;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.FeedmillCli;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.function.Function;
import java.util.function.LongFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.json.JsonMapper;

/**
 * The tables of {@code docs/capacity.md} are what the command prints. To write them again:
 * {@code mvn test -pl cli -am -Dtest=EstimateDocsTest -Dsurefire.failIfNoSpecifiedTests=false -Dcapacity.write=true}.
 */
class EstimateDocsTest {
    private static final Path PAGE = Path.of("..", "docs", "capacity.md");
    private static final List<Long> SCALES = List.of(1_000L, 1_000_000L, 10_000_000L, 100_000_000L);
    private static final List<Long> LARGE = SCALES.subList(1, 4);

    /** What this page said before APIs kept heads. */
    private static final List<String> BEFORE = List.of("3,284", "32,533", "507,611");

    private static final String BEGIN = "<!-- made: scale -->\n";

    @Test
    void theScaleTablesAreThoseOfTheCommand() throws IOException {
        String page = Files.readString(PAGE);
        int from = page.indexOf(BEGIN) + BEGIN.length();
        String made = page.substring(0, from) + tables() + page.substring(page.indexOf("<!-- end -->", from));
        if (Boolean.getBoolean("capacity.write")) {
            Files.writeString(PAGE, made);
        } else {
            assertThat(page).isEqualTo(made);
        }
    }

    private static String tables() {
        List<JsonNode> all =
                SCALES.stream().map(users -> estimate(users, fitting(users))).toList();
        return Stream.of(months(), figures(all), ceilings(all))
                .flatMap(Function.identity())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    /** What the page says to set for this number of users. */
    private static Stream<String> fitting(long users) {
        return users < 10_000_000
                ? Stream.of()
                : users < 100_000_000 ? Stream.of("--heads=512") : Stream.of("--heads=512", "--on-read-from=10000");
    }

    private static JsonNode estimate(long users, Stream<String> options) {
        StringWriter out = new StringWriter();
        FeedmillCli.commands()
                .setOut(new PrintWriter(out))
                .execute(Stream.concat(
                                Stream.of(
                                        "estimate",
                                        "--json",
                                        "--users=" + users,
                                        "--follows=100," + users / 2,
                                        "--posts-per-day=" + users,
                                        "--pages-per-day=" + 20 * users),
                                options)
                        .toArray(String[]::new));
        return JsonMapper.shared().readTree(out.toString());
    }

    private static Stream<String> months() {
        return Stream.of(
                row("dollars a month", LARGE.stream().map(users -> "%,d".formatted(users))),
                row("---", LARGE.stream().map(users -> "---:")),
                row("`--on-read-from 0`: push to all", users -> Stream.of("--on-read-from=0"), "/onDemand/sum"),
                row("before: from 100,000, and each API read each feed each second", BEFORE.stream()),
                row("the default", users -> Stream.of(), "/onDemand/sum"),
                row("as below", EstimateDocsTest::fitting, "/onDemand/sum"),
                row("… 60 % dormant: away for 14 days", users -> dormant(users, 0.6), "/onDemand/sum"),
                row("… 80 % dormant: away for 3 days", users -> dormant(users, 0.8), "/onDemand/sum"),
                row("… these with a Database Savings Plan", users -> dormant(users, 0.8), "/discounts/savingsPlan"),
                row("… provisioned", users -> dormant(users, 0.8), "/provisioned/sum"),
                row("… reserved for a year", users -> dormant(users, 0.8), "/discounts/reservedOneYear"),
                row("… reserved for 3 years", users -> dormant(users, 0.8), "/discounts/reservedThreeYears"),
                row("as below, 1 % of users listening", users -> with(users, "--listening=0.01"), "/onDemand/sum"),
                row(
                        "as below, 0.1 follows and unfollows a day each",
                        users -> with(users, "--follows-per-day=" + users / 10),
                        "/onDemand/sum"),
                "");
    }

    private static Stream<String> with(long users, String option) {
        return Stream.concat(fitting(users), Stream.of(option));
    }

    private static Stream<String> dormant(long users, double share) {
        return Stream.concat(with(users, "--dormant=" + share), Stream.of("--returns-per-day=" + users * 3 / 100));
    }

    private static String row(String name, LongFunction<Stream<String>> options, String pointer) {
        return row(
                name,
                LARGE.stream()
                        .map(users -> estimate(users, options.apply(users)))
                        .toList(),
                pointer);
    }

    private static Stream<String> figures(List<JsonNode> all) {
        return Stream.of(
                row("users", SCALES.stream().map(users -> "%,d".formatted(users))),
                row("---", SCALES.stream().map(users -> "---:")),
                row("deliveries/s", all, "/rates/deliveries/peak"),
                row("write units/s", all, "/rates/writeUnits/peak"),
                row("read units/s", all, "/rates/readUnits/peak"),
                row("requests to SQS/s", all, "/rates/queueRequests/peak"),
                row("stored GB after a year", all.stream().map(EstimateDocsTest::gigabytes)),
                row("APIs", all, "/apis"),
                row("workers", all, "/workers"),
                row("minutes to drain an hour's backlog", all, "/times/drainMinutes"),
                row("dollars a month, on demand", all, "/onDemand/sum"));
    }

    private static String gigabytes(JsonNode estimate) {
        return EstimateText.number(estimate.get("tables")
                .valueStream()
                .mapToDouble(table -> table.get("gigabytes").asDouble())
                .sum());
    }

    /** The need in percent of each ceiling that is of interest. */
    private static Stream<String> ceilings(List<JsonNode> all) {
        JsonNode first = all.getFirst().get("limits");
        Stream<String> head = Stream.of(
                "",
                row("ceiling", SCALES.stream().map(users -> "%,d".formatted(users))) + " change |",
                row("---", SCALES.stream().map(users -> "---:")) + "---|");
        Stream<List<JsonNode>> limits = IntStream.range(0, first.size())
                .mapToObj(limit ->
                        all.stream().map(each -> each.at("/limits/" + limit)).toList());
        return Stream.concat(
                head,
                limits.filter(limit -> limit.stream().anyMatch(need -> percent(need) >= 1))
                        .map(EstimateDocsTest::ceiling));
    }

    private static double percent(JsonNode limit) {
        return 100 * limit.get("need").asDouble() / limit.get("ceiling").asDouble();
    }

    private static String ceiling(List<JsonNode> limits) {
        JsonNode limit = limits.getFirst();
        List<String> ceilings = limits.stream()
                .map(each -> "%,.0f".formatted(each.get("ceiling").asDouble()))
                .distinct()
                .toList();
        return row(
                        limit.get("part").asString() + ", " + String.join(" or ", ceilings),
                        limits.stream().map(need -> "%,.0f".formatted(percent(need))))
                + " " + limit.get("turn").asString() + " |";
    }

    private static String row(String name, List<JsonNode> all, String pointer) {
        return row(
                name,
                all.stream().map(each -> EstimateText.number(each.at(pointer).asDouble())));
    }

    private static String row(String name, Stream<String> cells) {
        return cells.collect(Collectors.joining(" | ", "| " + name + " | ", " |"));
    }
}
