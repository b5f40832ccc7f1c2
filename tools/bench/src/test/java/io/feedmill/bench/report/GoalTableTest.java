package io.feedmill.bench.report;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.goal.Goal;
import java.util.List;
import org.junit.jupiter.api.Test;

class GoalTableTest {

    @Test
    void saysOfEveryGoalWhatBecameOfIt() {
        Grid grid = GoalTable.of(List.of(Goal.SQS.measured(2.25), Goal.SF_KILL.measured(3)));
        assertThat(grid.rows()).hasSize(1 + Goal.values().length);
        assertThat(grid.rows())
                .contains(
                        List.of("sqs             SQS requests a slice", "at most 3", "2.250, met"),
                        List.of("sf-kill         " + Goal.SF_KILL.text(), "at most 0", "3, MISSED"),
                        List.of("page            " + Goal.PAGE.text(), Goal.PAGE.bound(), "not measured"));
    }

    @Test
    void fitsOnAScreen() {
        assertThat(GoalTable.of(List.of()).tables(120)).hasSize(1);
    }
}
