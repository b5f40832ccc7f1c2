package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.Story.Outcome;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ShrinkTest {
    private static final List<Integer> ALL = IntStream.range(0, 50).boxed().toList();

    private final List<List<Integer>> runs = new ArrayList<>();

    private static Outcome outcome(List<Integer> events, String failure) {
        return new Outcome(
                1, events, null, failure.isEmpty() ? null : failure, List.of(), List.of(), 0, 0, Duration.ZERO);
    }

    private List<Integer> shrunk(int maxRuns, Predicate<List<Integer>> fails) {
        return new Shrink(
                        events -> {
                            runs.add(events);
                            return outcome(events, fails.test(events) ? "lost" : events.size() == 1 ? "another" : "");
                        },
                        () -> runs.size() < maxRuns)
                .of(outcome(ALL, "lost"))
                .events();
    }

    @Test
    void leavesOutAllButTheEventsThatItNeeds() {
        assertThat(shrunk(500, events -> events.containsAll(List.of(3, 20, 21, 49))))
                .containsExactly(3, 20, 21, 49);
        assertThat(runs).hasSizeLessThan(150);
    }

    @Test
    void leavesOutAllThatNothingNeeds() {
        assertThat(shrunk(500, events -> true)).isEmpty();
    }

    @Test
    void beginsAnewAfterAnEventThatOthersNeeded() {
        // 40 goes only after 10, which is tried later
        assertThat(shrunk(500, events -> events.contains(7) && (!events.contains(10) || events.contains(40))))
                .containsExactly(7);
    }

    @Test
    void aStoryThatFailsInAnotherWayIsNoneOfIt() {
        assertThat(shrunk(500, events -> events.size() > 1)).hasSize(2);
    }

    @Test
    void timesAndIdsMakeNoOtherKind() {
        assertThat(outcome(ALL, "Work waits PT40M5.2S after the last fault: 1 messages")
                        .kind())
                .isEqualTo("Work waits PT");
        assertThat(outcome(ALL, "The simulation ended: A thread failed java.io.IOException: row ab\n at x")
                        .kind())
                .isEqualTo("The simulation ended: A thread failed java.io.IOException");
    }

    @Test
    void endsWithTheSmallestSoFarWhenTheTimeIsOver() {
        assertThat(shrunk(1, events -> true)).hasSize(25);
        assertThat(runs).hasSize(1);
    }
}
