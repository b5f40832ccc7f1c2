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
    private static final List<Long> SCALES = List.of(1_000L, 10_000L, 100_000L, 1_000_000L, 10_000_000L, 100_000_000L);
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
                SCALES.stream().map(users -> estimate(users, 100_000)).toList();
        List<JsonNode> pushed =
                SCALES.stream().map(users -> estimate(users, 1_000_000)).toList();
        List<JsonNode> dormant = SCALES.stream()
                .map(users -> estimate(users, 100_000, "--dormant=0.6", "--returns-per-day=" + users / 100))
                .toList();
        return Stream.of(
                        figures(all),
                        Stream.of(
                                row("… with `--on-read-from 1000000`", pushed, "/onDemand/sum"),
                                row("… with `--dormant 0.6`", dormant, "/onDemand/sum")),
                        ceilings(all))
                .flatMap(Function.identity())
                .collect(Collectors.joining("\n", "", "\n"));
    }

    private static JsonNode estimate(long users, long onReadFrom, String... more) {
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
                                        "--pages-per-day=" + 20 * users,
                                        "--on-read-from=" + onReadFrom),
                                Stream.of(more))
                        .toArray(String[]::new));
        return JsonMapper.shared().readTree(out.toString());
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
                row("dollars a month, provisioned", all, "/provisioned/sum"),
                row("dollars a month, on demand", all, "/onDemand/sum"));
    }

    private static String gigabytes(JsonNode estimate) {
        return EstimateText.number(estimate.get("tables")
                .valueStream()
                .mapToDouble(table -> table.get("gigabytes").asDouble())
                .sum());
    }

    /** The need in percent of each ceiling. */
    private static Stream<String> ceilings(List<JsonNode> all) {
        JsonNode first = all.getFirst().get("limits");
        Stream<String> head = Stream.of(
                "",
                row("ceiling", SCALES.stream().map(users -> "%,d".formatted(users))) + " change |",
                row("---", SCALES.stream().map(users -> "---:")) + "---|");
        return Stream.concat(
                head,
                IntStream.range(0, first.size())
                        .mapToObj(limit ->
                                ceiling(first.get(limit), all.stream().map(each -> each.at("/limits/" + limit)))));
    }

    private static String ceiling(JsonNode limit, Stream<JsonNode> needs) {
        String name = "%s, %,.0f"
                .formatted(limit.get("part").asString(), limit.get("ceiling").asDouble());
        Function<JsonNode, String> percent = need -> "%,.0f"
                .formatted(
                        100 * need.get("need").asDouble() / need.get("ceiling").asDouble());
        return row(name, needs.map(percent)) + " " + limit.get("turn").asString() + " |";
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
