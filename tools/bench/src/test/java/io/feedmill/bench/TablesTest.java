package io.feedmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static final Series OURS = series("Feedmill", Role.OURS);
    private static final Series PEER = series("careful", Role.PEER);

    private static Series series(String name, Role role) {
        return new Series(name, role, List.of(Map.of(Metric.CALL_SENDS, 0.0)));
    }

    @Test
    void comparesByThePrimaryMetricLimitFirstPeersLast() {
        assertThat(lines(Examples.delivery()).map(line -> line.replaceFirst(" {3} *[^ ]+( units a delivery)?$", "")))
                .containsExactly(
                        "                                  deliveries/s       of the limit   Feedmill over it   CPU µs a delivery",
                        "  bare BatchWriteItem   16,200 (16,000–16,400)                  –   0.91 (0.88–0.95)    4.50 (4.00–5.00)",
                        "  Feedmill              14,790 (14,000–15,580)   0.91 (0.88–0.95)                  –    7.75 (7.50–8.00)",
                        "  the article's loop       4,000 (3,900–4,100)   0.25 (0.24–0.25)   3.69 (3.59–3.80)                   –");
    }

    @Test
    void showsEveryMeasuredMetricAndNoOther() {
        assertThat(lines(Examples.delivery()).findFirst().orElseThrow().strip().split(" {3} *"))
                .containsExactly(
                        "deliveries/s",
                        "of the limit",
                        "Feedmill over it",
                        "CPU µs a delivery",
                        "write units a delivery");
    }

    @Test
    void showsTheMedianAloneIfAllRoundsAreTheSame() {
        assertThat(lines(Examples.delivery()).toList().get(2)).endsWith("7.75 (7.50–8.00)                   1.0000");
    }

    @Test
    void comparesNothingWithoutAnotherContender() {
        assertThat(lines(new Figures("Sends", Metric.CALL_SENDS, List.of(OURS))))
                .containsExactly("             SQS sends", "  Feedmill           0");
    }

    @Test
    void leavesOutARatioToZero() {
        assertThat(lines(new Figures("Sends", Metric.CALL_SENDS, List.of(OURS, PEER)))
                        .toList())
                .last()
                .asString()
                .matches(" *careful +0 +–");
    }

    @Test
    void showsEveryGoalWithin120Columns() {
        List<String> lines = Tables.of(Goal.all(List.of(Goal.SQS.measured(2.25), Goal.SF_CPU.measured(3))))
                .lines();
        assertThat(lines)
                .hasSize(1 + Goal.values().length)
                .allMatch(line -> line.length() <= 120)
                .anyMatch(line -> line.matches("  sqs +SQS requests a slice +at most 3 +2\\.250, met"))
                .anyMatch(line -> line.matches("  sf-cpu .* at least 8 +3, MISSED"))
                .anyMatch(line -> line.matches("  page .* at most 1\\.30 +not measured"));
    }

    @Test
    void theScreenShowsFiguresAndNotes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = Screen.plain(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        BenchCommand.show(Examples.run().parts().getFirst(), screen);
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .contains("Delivery & more, by deliveries/s", "  A note.");
    }

    private static Stream<String> lines(Figures figures) {
        return Tables.of(figures).lines().stream();
    }
}
