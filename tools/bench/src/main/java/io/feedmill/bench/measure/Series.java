package io.feedmill.bench.measure;

import java.util.List;
import java.util.Optional;

/** The samples of one contender, a round each. */
public record Series(String contender, Role role, List<Sample> rounds) {

    public Series {
        rounds = List.copyOf(rounds);
    }

    /** Empty where not every round measured it. */
    public Optional<Stats> stats(Metric metric) {
        return rounds.isEmpty() || !measures(metric)
                ? Optional.empty()
                : Optional.of(Stats.of(rounds.stream()
                        .mapToDouble(round -> round.value(metric).orElseThrow())
                        .toArray()));
    }

    public boolean measures(Metric metric) {
        return rounds.stream().allMatch(round -> round.value(metric).isPresent());
    }
}
