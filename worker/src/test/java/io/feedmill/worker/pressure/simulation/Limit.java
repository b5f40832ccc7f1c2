package io.feedmill.worker.pressure.simulation;

/** A limit for the requests of one worker. Times are in nanoseconds. */
interface Limit {

    /** Returns the wait until the next request; zero or less: now; {@link Long#MAX_VALUE}: until the next answer. */
    long nanosUntilFree(long now, int inProcess);

    /** Returns the number of units that the request may have, up to the given one. */
    int request(int units);

    void sent(long now, int units);

    void answered(long now, long sentAt, int inProcess, int units, int refused);
}
