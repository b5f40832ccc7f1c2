package io.feedmill.common.dynamo;

/** Told of each read, before and after it: to count what it costs, or to hold it back. */
public interface ReadMeter {

    /** A read is about to be sent; it is not before this returns. */
    void beforeRead();

    /** A read has consumed so many read units. */
    void consumed(double units);
}
