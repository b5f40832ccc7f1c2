package io.feedmill.bench.report;

import io.feedmill.bench.goal.GoalResult;
import java.time.Instant;
import java.util.List;

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
}
