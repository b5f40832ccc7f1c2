package io.feedmill.bench.stub;

import java.time.Duration;

/**
 * How fast an {@link InstantStore} is to be.
 *
 * @param latency added to every answer
 * @param writeUnits a second that feeds take where they are taken at once; 0: no bound
 */
public record Pace(Duration latency, int writeUnits) {

    /** So slow, with capacity for everybody. */
    public static Pace of(Duration latency) {
        return new Pace(latency, 0);
    }
}
