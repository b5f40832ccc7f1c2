package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.checker.History;
import io.feedmill.simulation.Story.Outcome;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** A seed gives the same run, to the last answer: so a failure can be replayed, and made smaller. */
class SimulationDeterminismTest {
    @Test
    void aSeedGivesTheSameRun() {
        assertSameRun(3);
    }

    @Test
    @Tag("full")
    void anotherSeedDoesSo() {
        assertSameRun(1004);
    }

    private static void assertSameRun(long seed) {
        Outcome one = Story.run(seed, new Reached());
        Outcome other = Story.run(seed, new Reached());
        assertThat(difference(lines(one), lines(other))).isEmpty();
        assertThat(other.told()).isEqualTo(one.told());
        assertThat(other.steps()).isEqualTo(one.steps());
        assertThat(other.turns()).isEqualTo(one.turns());
    }

    /** The first lines that differ. */
    private static List<String> difference(List<String> one, List<String> other) {
        return IntStream.range(0, Math.max(one.size(), other.size()))
                .filter(i -> i >= one.size() || i >= other.size() || !one.get(i).equals(other.get(i)))
                .mapToObj(i -> List.of(i < one.size() ? one.get(i) : "", i < other.size() ? other.get(i) : ""))
                .findFirst()
                .orElse(List.of());
    }

    private static List<String> lines(Outcome outcome) {
        return outcome.history().stream().map(History::line).toList();
    }
}
