package io.feedmill.bench.scenario;

import io.feedmill.bench.goal.GoalResult;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.plot.Curves;
import java.util.List;
import java.util.stream.Stream;

/**
 * What a scenario found.
 *
 * @param curves how figures move with the load, where there are several loads
 * @param notes a sentence each, for what figures do not say
 */
public record Result(List<Figures> figures, List<Curves> curves, List<GoalResult> goals, List<String> notes) {

    public Result {
        figures = List.copyOf(figures);
        curves = List.copyOf(curves);
        goals = List.copyOf(goals);
        notes = List.copyOf(notes);
    }

    public static Result of(Figures figures, GoalResult... goals) {
        return of(List.of(figures), goals);
    }

    public static Result of(List<Figures> figures, GoalResult... goals) {
        return new Result(figures, List.of(), List.of(goals), List.of());
    }

    /** Nothing was measured. */
    public static Result none(String reason) {
        return new Result(List.of(), List.of(), List.of(), List.of(reason));
    }

    /** The same, drawn as curves, too. */
    public Result with(Curves more) {
        return new Result(
                figures, Stream.concat(curves.stream(), Stream.of(more)).toList(), goals, notes);
    }

    /** The same with a sentence more. */
    public Result with(List<String> sentences) {
        return new Result(
                figures,
                curves,
                goals,
                Stream.concat(notes.stream(), sentences.stream()).toList());
    }
}
