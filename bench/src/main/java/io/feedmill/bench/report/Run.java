package io.feedmill.bench.report;

import io.feedmill.bench.goal.Goal;
import io.feedmill.bench.goal.GoalResult;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/**
 * What one run of the bench found, and on what.
 *
 * @param quick whether it ran small loads and few rounds, which are not to be quoted
 */
public record Run(Machine machine, Build build, boolean quick, Instant startedAt, List<Part> parts) {

    public Run {
        parts = List.copyOf(parts);
    }

    /** Of all scenarios, in their order. */
    public List<GoalResult> goals() {
        return parts.stream().flatMap(part -> part.result().goals().stream()).toList();
    }

    /** Every goal that there is; one that was not measured is no number, and not met. */
    List<GoalResult> allGoals() {
        return Stream.of(Goal.values()).flatMap(this::results).toList();
    }

    private Stream<GoalResult> results(Goal goal) {
        List<GoalResult> found =
                goals().stream().filter(result -> result.goal() == goal).toList();
        return found.isEmpty() ? Stream.of(goal.measured(Double.NaN)) : found.stream();
    }
}
