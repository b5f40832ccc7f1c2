package io.feedmill.worker.pressure.simulation;

/** What bounds the requests of one worker; times are nanoseconds. */
interface Limit {

    /** How long until a request may be sent, zero or less: now; {@link Long#MAX_VALUE}: not before an answer has come. */
    long nanosUntilFree(long now, int inProcess);

    /** How many of these units it may take. */
    int request(int units);

    void sent(long now, int units);

    void answered(long now, long sentAt, int inProcess, int units, int refused);
}
