package io.feedmill.api.recall;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Bounds the items a second about which pages ask the author feeds while the copy of the recalls is stale. Thread-safe. */
final class StaleReads {
    private final int perSecond;
    private final LongSupplier nanoTime;
    private final Runnable refused;
    private long second;
    private int taken;

    /**
     * @param perSecond at least a page's items
     * @param nanoTime a monotonic clock
     * @param refused is told of each refused page
     */
    StaleReads(int perSecond, LongSupplier nanoTime, Runnable refused) {
        this.perSecond = perSecond;
        this.nanoTime = nanoTime;
        this.refused = refused;
        this.second = nanoTime.getAsLong();
    }

    /**
     * Takes the reads of a page.
     *
     * @throws ProblemException 503 if they are used up
     */
    synchronized void take(int count) {
        long now = nanoTime.getAsLong();
        if (now - second >= TimeUnit.SECONDS.toNanos(1)) {
            second = now;
            taken = 0;
        }
        if (taken + count > perSecond) {
            refused.run();
            throw ProblemException.retryable(
                    ProblemType.STORAGE_UNAVAILABLE,
                    "Retracted posts are not known at the moment, and too many pages ask about theirs; retry later.");
        }
        taken += count;
    }
}
