package io.feedmill.common.fanout;

/** The states of a fan-out job, in their order. */
public enum JobState {
    /** Stored with its post; no slice is planned. */
    ACCEPTED,
    /** At least one slice is planned, and there may be more to come. */
    PLANNING,
    /** All slices are planned; some are pending. */
    DELIVERING,
    /** Every recipient is delivered or skipped. */
    COMPLETE;

    /** Whether slices may still be added. */
    public boolean plans() {
        return this == ACCEPTED || this == PLANNING;
    }
}
