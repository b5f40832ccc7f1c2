package io.feedmill.bench.goal;

import java.util.List;
import java.util.stream.Stream;

/**
 * What became of a goal.
 *
 * @param measured no number: nothing was
 */
public record GoalResult(Goal goal, double measured, boolean met) {

    /** These in the order of the goals, and one that is not met for each goal that was not measured. One that was measured twice is there twice. */
    public static List<GoalResult> ofEveryGoal(List<GoalResult> results) {
        return Stream.of(Goal.values()).flatMap(goal -> of(goal, results)).toList();
    }

    private static Stream<GoalResult> of(Goal goal, List<GoalResult> results) {
        List<GoalResult> found =
                results.stream().filter(result -> result.goal() == goal).toList();
        return found.isEmpty() ? Stream.of(goal.measured(Double.NaN)) : found.stream();
    }
}
