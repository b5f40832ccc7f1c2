package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.FaultSchedule.Kind;
import io.feedmill.simulation.Story.Outcome;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills APIs between their answers and the sends of the work that they accepted, each time, in stories that are judged as all are. */
class UnsentTest {
    private static final int EVENTS = 60;

    private static void kill(long firstSeed, long kills) {
        Reached reached = new Reached();
        for (long seed = firstSeed; Mechanisms.UNSENT.times(reached.counts()) < kills; seed++) {
            assertThat(seed).as("each story has kills").isLessThan(firstSeed + kills);
            Outcome outcome = Story.run(seed, calls(seed), Map.of(Kind.UNSENT, 1.0), reached);
            assertThat(outcome.failed())
                    .as(outcome.told() + "\n" + outcome.first())
                    .isFalse();
        }
    }

    /** The events that are calls: no clock that is off, and no other fault, delays what the relay sends. */
    private static List<Integer> calls(long seed) {
        return IntStream.range(0, EVENTS)
                .filter(event -> Story.isCall(seed, event))
                .boxed()
                .toList();
    }

    @Test
    void aCrashBeforeTheSendLosesNothing() {
        kill(1, 10);
    }

    @Test
    @Tag("full")
    void manyCrashesLoseNothing() {
        kill(1_000_001, Long.getLong("simulation.kills", 100));
    }
}
