package io.feedmill.bench.streamframework;

/**
 * What became of deliveries when a worker got SIGKILL, counted when nothing moved any more.
 *
 * @param expected deliveries that there should be
 * @param atKill how many were written at that moment
 * @param delivered how many were there in the end
 * @param held what the broker had given to the dead worker, and gives to another one an hour later
 * @param queued what still waits for a worker; anything but 0 is no result
 */
public record Loss(long expected, long atKill, long delivered, long held, long queued) {

    /** What nobody has and nobody will send again. */
    public long lost() {
        return expected - delivered - held;
    }
}
