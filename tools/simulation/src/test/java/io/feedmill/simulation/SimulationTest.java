package io.feedmill.simulation;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.simulation.Stories.Totals;
import io.feedmill.simulation.Story.Outcome;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Runs the simulation on all cores. A failure prints its story. */
class SimulationTest {
    /** About a minute of two cores. */
    private static final long SEQUENCES = 25;

    /** About four. */
    private static final long FULL = 140;

    private static final Set<String> NOT_JUDGED = Set.of();

    @Test
    void keepsAllPromises() {
        run(1, SEQUENCES);
    }

    @Test
    @Tag("full")
    void keepsThemForMinutesAndReachesEachCallAndPromise() {
        Totals totals = run(1_000_001, FULL);
        Map<String, List<String>> never = new ReachedTable(totals.reached().counts()).never();
        assertThat(never.get("kinds of calls that succeeded")).isEmpty();
        assertThat(new TreeSet<>(never.get("promises"))).isEqualTo(new TreeSet<>(NOT_JUDGED));
    }

    /**
     * Each found a fault, which was mended: 49, a wrong counter 60 days after a retraction; 7000118, a checker that took two removals of one look at an idle
     * live feed for one after the other; 1000006, a return that an API noted by its clock, 40 minutes behind; 1000104, an API that still stood still when all
     * was at rest; 40004095, a reader who saw posts past a block after an import crashed; 40004199, a judge of actors who knew what was told later; 41001079,
     * a recheck that waited as long as the attempts before it; 41003460, an item that a plan left which another one overtook.
     */
    @ParameterizedTest
    @ValueSource(longs = {49, 7_000_118, 1_000_006, 1_000_104, 40_004_095, 40_004_199, 41_001_079, 41_003_460})
    @Tag("full")
    void keepsThemInStoriesThatOnceFailed(long seed) {
        Outcome story = Story.run(seed, new Reached());
        assertThat(story.first()).as(String.join("\n", story.told())).isEmpty();
    }

    private static Totals run(long first, long sequences) {
        Totals totals = new Stories(Path.of("target", "histories").toAbsolutePath(), all -> {})
                .run(first, sequences, Duration.ofHours(1));
        assertThat(totals.failures()).as(String.join("\n", totals.told())).isEmpty();
        assertThat(totals.sequences()).isEqualTo(sequences);
        return totals;
    }
}
