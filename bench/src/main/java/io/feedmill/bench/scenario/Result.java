package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.measure.Figures;
import java.util.List;

/**
 * What a scenario found.
 *
 * @param notes a sentence each, for what figures do not say
 */
public record Result(List<Figures> figures, List<GoalResult> goals, List<String> notes) {

    public Result {
        figures = List.copyOf(figures);
        goals = List.copyOf(goals);
        notes = List.copyOf(notes);
    }

    public static Result of(Figures figures, GoalResult... goals) {
        return new Result(List.of(figures), List.of(goals), List.of());
    }
}
