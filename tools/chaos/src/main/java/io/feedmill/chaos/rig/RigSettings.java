package io.feedmill.chaos.rig;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * Settings of a rig.
 *
 * @param workers the number of workers
 * @param variables of the environment of all processes; the caller's own override them
 * @param visibility how long a received message stays hidden; empty: as in production
 */
public record RigSettings(int workers, Map<String, String> variables, Optional<Duration> visibility) {
    /** Processes of a rig live for seconds or minutes. */
    private static final String STARTS_FAST = "-XX:TieredStopAtLevel=1";

    private static final Map<String, String> QUICK = Map.of(
            "FEEDMILL_LISTENERS_DEADLINE", "10s",
            "FEEDMILL_RELAY_EVERY", "1s",
            "FEEDMILL_RELAY_ACCEPTED", "2s",
            "FEEDMILL_RELAY_STALLED", "5s",
            "FEEDMILL_RELAY_LONGEST_BACKOFF", "10s");
    private static final Duration QUICK_VISIBILITY = Duration.ofSeconds(15);

    public RigSettings {
        variables = Map.copyOf(variables);
    }

    /** Production settings but for the number of workers and the size of slices. */
    public static RigSettings of(int workers, int sliceSize) {
        return new RigSettings(
                workers,
                Map.of("FEEDMILL_FANOUT_SLICE_SIZE", Integer.toString(sliceSize), "JDK_JAVA_OPTIONS", STARTS_FAST),
                Optional.empty());
    }

    /** The same with these variables added. */
    public RigSettings with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(variables);
        all.putAll(more);
        return new RigSettings(workers, all, visibility);
    }

    /** The same with shorter timeouts: work of a killed process is found in seconds instead of minutes. */
    public RigSettings quick() {
        return new RigSettings(workers, with(QUICK).variables, Optional.of(QUICK_VISIBILITY));
    }
}
