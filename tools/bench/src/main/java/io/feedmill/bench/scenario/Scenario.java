package io.feedmill.bench.scenario;

import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Goal;
import java.util.List;

/** A question that the bench answers: contenders, rounds and goals. */
public interface Scenario {

    /** Returns the name for {@code --only}. */
    String id();

    /** Returns one line on the comparison. */
    String title();

    /** Sets up the servers it needs, measures, and stops them. */
    Result run(Setting setting);

    /**
     * The outcome of a scenario.
     *
     * @param notes sentences about facts that the figures do not show
     */
    record Result(List<Figures> figures, List<Goal.Result> goals, List<String> notes) {

        static Result of(Figures figures, Goal.Result... goals) {
            return new Result(List.of(figures), List.of(goals), List.of());
        }

        Result with(List<String> sentences) {
            return new Result(figures, goals, List.copyOf(sentences));
        }
    }
}
