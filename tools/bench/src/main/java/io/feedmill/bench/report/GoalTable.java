package io.feedmill.bench.report;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.goal.GoalResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** All goals as a grid, and what became of each. */
final class GoalTable {

    private GoalTable() {}

    /** Of those that were measured twice, both. */
    static Grid of(List<GoalResult> results) {
        List<List<String>> rows = new ArrayList<>();
        rows.add(List.of("", "goal", "measured"));
        GoalResult.ofEveryGoal(results).forEach(result -> rows.add(row(result.goal(), measured(result))));
        return new Grid(rows);
    }

    private static List<String> row(Goal goal, String measured) {
        return List.of("%-14s  %s".formatted(goal.id(), goal.text()), goal.bound(), measured);
    }

    /** The figure with a digit more than the goal has, so that what misses it by little does not look as if it met it. */
    private static String measured(GoalResult result) {
        double measured = result.measured();
        if (Double.isNaN(measured)) {
            return "not measured";
        }
        String figure = String.format(Locale.ROOT, measured == Math.rint(measured) ? "%,.0f" : "%,.3f", measured);
        return figure + (result.met() ? ", met" : ", MISSED");
    }
}
