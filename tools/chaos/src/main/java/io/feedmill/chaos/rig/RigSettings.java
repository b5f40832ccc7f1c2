package io.feedmill.chaos.rig;

import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * A rig.
 *
 * @param workers how many there are
 * @param variables of the environment of all processes; the caller's own go before them
 * @param visibility how long a message stays hidden that was taken and not deleted; empty: as in production
 */
public record RigSettings(int workers, Map<String, String> variables, Optional<Duration> visibility) {

    /** Processes here live for seconds or minutes. */
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

    /** So many workers with slices of that size, and otherwise all as in production. */
    public static RigSettings of(int workers, int sliceSize) {
        return new RigSettings(
                workers,
                Map.of("FEEDMILL_FANOUT_SLICE_SIZE", Integer.toString(sliceSize), "JDK_JAVA_OPTIONS", STARTS_FAST),
                Optional.empty());
    }

    /** The same with these variables besides. */
    public RigSettings with(Map<String, String> more) {
        Map<String, String> all = new TreeMap<>(variables);
        all.putAll(more);
        return new RigSettings(workers, all, visibility);
    }

    /** The same with less patience: what is lost with a process is found in seconds instead of minutes. */
    public RigSettings quick() {
        Map<String, String> all = new TreeMap<>(variables);
        all.putAll(QUICK);
        return new RigSettings(workers, all, Optional.of(QUICK_VISIBILITY));
    }
}
