package io.feedmill.faults.script;

/**
 * Of a token bucket.
 *
 * @param unitsPerSecond what flows in
 * @param burst what the bucket holds, in units; it starts full
 */
public record Rate(double unitsPerSecond, double burst) {
    public Rate {
        Checks.positive("unitsPerSecond", unitsPerSecond);
        Checks.positive("burst", burst);
    }

    /** A bucket that holds what flows in within a second. */
    public static Rate of(double unitsPerSecond) {
        return new Rate(unitsPerSecond, unitsPerSecond);
    }
}
