package io.feedmill.bench;

import static io.feedmill.bench.measure.Metric.CPU_MICROS;
import static io.feedmill.bench.measure.Metric.DELIVERIES_PER_SECOND;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.scenario.Scenario;
import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.net.InetAddress;
import java.net.UnknownHostException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class TablesTest {
    private static final Series OURS = new Series(
            "Feedmill",
            Role.OURS,
            List.of(
                    Map.of(DELIVERIES_PER_SECOND, 14_000.0, CPU_MICROS, 7.5, Metric.WRITE_UNITS, 1.0),
                    Map.of(DELIVERIES_PER_SECOND, 15_580.0, CPU_MICROS, 8.0, Metric.WRITE_UNITS, 1.0)));
    private static final Series LIMIT = new Series(
            "bare BatchWriteItem",
            Role.LIMIT,
            List.of(
                    Map.of(DELIVERIES_PER_SECOND, 16_000.0, CPU_MICROS, 4.0),
                    Map.of(DELIVERIES_PER_SECOND, 16_400.0, CPU_MICROS, 5.0)));
    private static final Series PEER = new Series(
            "the article's loop",
            Role.PEER,
            List.of(Map.of(DELIVERIES_PER_SECOND, 3_900.0), Map.of(DELIVERIES_PER_SECOND, 4_100.0)));
    private static final Figures DELIVERY =
            new Figures("deliveries", DELIVERIES_PER_SECOND, List.of(PEER, OURS, LIMIT));

    @Test
    void comparesEachMeasuredMetricLimitFirstPeersLast() {
        assertThat(lines(DELIVERY))
                .containsExactly(
                        "                                  deliveries/s           Feedmill/it   CPU µs a delivery           Feedmill/it   write units a delivery   Feedmill/it",
                        "  bare BatchWriteItem   16,200 (16,000–16,400)   0.913 (0.875–0.950)    4.50 (4.00–5.00)   1.722 (1.600–1.875)                        –             –",
                        "  Feedmill              14,790 (14,000–15,580)                     –    7.75 (7.50–8.00)                     –                   1.0000             –",
                        "  the article's loop       4,000 (3,900–4,100)   3.698 (3.590–3.800)                   –                     –                        –             –");
    }

    @Test
    void comparesNothingWithoutAnotherContender() {
        Series units = new Series("Feedmill", Role.OURS, List.of(Map.of(Metric.WRITE_UNITS, 1.0)));
        assertThat(lines(new Figures("Units", Metric.WRITE_UNITS, List.of(units))))
                .containsExactly("             write units a delivery", "  Feedmill                   1.0000");
    }

    @Test
    void showsGoalsWithin120Columns() {
        List<String> lines = Tables.of(
                        List.of(Goal.SQS.measured(2.25), Goal.SF_CPU.measured(3), Goal.PAGE_LOAD_CPU.measured(1.4)))
                .lines();
        assertThat(lines)
                .hasSize(4)
                .allMatch(line -> line.length() <= 120)
                .anyMatch(line -> line.matches("  sqs +SQS requests a slice +at most 3 +2\\.250, met"))
                .anyMatch(line -> line.matches("  sf-cpu .* at least 8 +3, MISSED"));
    }

    @Test
    void theScreenShowsFiguresAndNotes() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = Screen.plain(new PrintStream(bytes, true, StandardCharsets.UTF_8));
        BenchCommand.show(new Scenario.Result(List.of(DELIVERY), List.of(), List.of("A note.")), screen);
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).contains("deliveries", "  A note.");
    }

    @Test
    void theMachineIsNeitherNamedNorAPath() throws UnknownHostException {
        assertThat(BenchCommand.machine())
                .contains(" cores, ")
                .doesNotContain(
                        InetAddress.getLocalHost().getHostName(),
                        System.getProperty("user.dir"),
                        System.getProperty("java.home"));
    }

    private static Stream<String> lines(Figures figures) {
        return Tables.of(figures).lines().stream();
    }
}
