package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.FaultSchedule.Kind;
import io.feedmill.simulation.Story.Outcome;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Kills APIs between their answers and the sends of the work that they accepted, in stories that are judged as all are. */
class UnsentTest {
    private static final int EVENTS = 40;

    private static void kill(long firstSeed, long kills) {
        Reached reached = new Reached();
        for (long seed = firstSeed; Mechanisms.UNSENT.times(reached.counts()) < kills; seed++) {
            Outcome outcome =
                    Story.run(seed, IntStream.range(0, EVENTS).boxed().toList(), Map.of(Kind.UNSENT, 1.0), reached);
            assertThat(outcome.failed())
                    .as(outcome.told() + "\n" + outcome.first())
                    .isFalse();
        }
    }

    @Test
    void aCrashBeforeTheSendLosesNothing() {
        kill(1, 10);
    }

    @Test
    @Tag("full")
    void aThousandCrashesLoseNothing() {
        kill(1_000_001, Long.getLong("simulation.kills", 1_000));
    }
}
