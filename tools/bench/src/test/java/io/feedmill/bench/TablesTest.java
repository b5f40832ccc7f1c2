package io.feedmill.bench;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.measure.Sample;
import io.feedmill.bench.measure.Series;
import java.util.List;
import org.junit.jupiter.api.Test;

class TablesTest {

    @Test
    void comparesByThePrimaryMetricLimitFirstPeersLast() {
        assertThat(Tables.of(Examples.delivery()).tables(120).getFirst().lines())
                .containsExactly(
                        "                                  deliveries/s       of the limit   Feedmill over it   CPU µs a delivery",
                        "  bare BatchWriteItem   16,200 (16,000–16,400)                  –   0.91 (0.88–0.95)    4.50 (4.00–5.00)",
                        "  Feedmill              14,790 (14,000–15,580)   0.91 (0.88–0.95)                  –    7.75 (7.50–8.00)",
                        "  the article's loop       4,000 (3,900–4,100)   0.25 (0.24–0.25)   3.69 (3.59–3.80)                   –");
    }

    @Test
    void showsEveryMeasuredMetricAndNoOther() {
        assertThat(Tables.of(Examples.delivery()).rows().getFirst())
                .containsExactly(
                        "",
                        "deliveries/s",
                        "of the limit",
                        "Feedmill over it",
                        "CPU µs a delivery",
                        "write units a delivery");
    }

    @Test
    void showsTheMedianAloneIfAllRoundsAreTheSame() {
        assertThat(Tables.of(Examples.delivery()).rows().get(2)).endsWith("7.75 (7.50–8.00)", "1.0000");
    }

    @Test
    void continuesBelowTheEndOfTheScreen() {
        List<List<String>> rows =
                List.of(List.of("", "first", "second", "third"), List.of("name", "12345", "123456", "12345"));
        assertThat(new Grid(rows).tables(23))
                .extracting(table -> table.lines())
                .containsExactly(
                        List.of("         first   second", "  name   12345   123456"),
                        List.of("         third", "  name   12345"));
    }

    @Test
    void comparesNothingWithoutAnotherContender() {
        Series ours = new Series("Feedmill", Role.OURS, List.of(Sample.of(Metric.LOST, 0)));
        Figures figures = new Figures("Kill", Metric.LOST, List.of(ours));
        assertThat(Tables.of(figures).rows()).containsExactly(List.of("", "deliveries lost"), List.of("Feedmill", "0"));
    }

    @Test
    void leavesOutARatioToZero() {
        Series ours = new Series("Feedmill", Role.OURS, List.of(Sample.of(Metric.LOST, 0)));
        Series peer = new Series("careful", Role.PEER, List.of(Sample.of(Metric.LOST, 0)));
        assertThat(Tables.of(new Figures("Kill", Metric.LOST, List.of(ours, peer)))
                        .rows()
                        .getLast())
                .containsExactly("careful", "0", "–");
    }

    @Test
    void marksCellsOfMarkdown() {
        Grid grid = new Grid(List.of(List.of("", "a"), List.of("x|y", "1")));
        assertThat(grid.markdown()).isEqualTo("|  | a |\n|---|---:|\n| x\\|y | 1 |\n");
    }

    @Test
    void showsEveryGoal() {
        Grid grid = Tables.of(Goal.all(List.of(Goal.SQS.measured(2.25), Goal.SF_KILL.measured(3))));
        assertThat(grid.rows()).hasSize(1 + Goal.values().length);
        assertThat(grid.rows())
                .contains(
                        List.of("sqs             SQS requests a slice", "at most 3", "2.250, met"),
                        List.of("sf-kill         " + Goal.SF_KILL.text(), "at most 0", "3, MISSED"),
                        List.of("page            " + Goal.PAGE.text(), Goal.PAGE.bound(), "not measured"));
        assertThat(grid.tables(120)).hasSize(1);
    }
}
