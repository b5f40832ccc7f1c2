package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import java.util.List;
import java.util.stream.Stream;

/**
 * The outcome of a scenario.
 *
 * @param notes sentences about facts that the figures do not show
 */
public record Result(List<Figures> figures, List<Goal.Result> goals, List<String> notes) {

    public Result {
        figures = List.copyOf(figures);
        goals = List.copyOf(goals);
        notes = List.copyOf(notes);
    }

    static Result of(Figures figures, Goal.Result... goals) {
        return new Result(List.of(figures), List.of(goals), List.of());
    }

    /** Returns a result without figures. */
    static Result none(String reason) {
        return new Result(List.of(), List.of(), List.of(reason));
    }

    /** Adds notes. */
    Result with(List<String> more) {
        return new Result(
                figures, goals, Stream.concat(notes.stream(), more.stream()).toList());
    }
}
