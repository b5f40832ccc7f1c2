package io.feedmill.common.storage;

import java.time.Duration;

/**
 * The time until which work may write. It is shorter than the visibility timeout of the message, so that
 * nothing is written once another worker may have taken over, but for writes without an answer. It may move closer, and never moves away. Thread-safe.
 */
public final class Deadline {
    private final SuspendSafeClock clocks;
    private final SuspendSafeClock.Time begin;
    private volatile Duration time;
    private volatile boolean unanswered;

    private Deadline(Duration time, SuspendSafeClock clocks) {
        this.clocks = clocks;
        this.begin = clocks.now();
        this.time = time;
    }

    public static Deadline in(Duration time, SuspendSafeClock clocks) {
        return new Deadline(time, clocks);
    }

    /** Returns another deadline by the same clocks, in this time from now. */
    public Deadline again(Duration time) {
        return in(time, clocks);
    }

    /** Whether work of up to {@code duration} may still start. */
    public boolean hasRoomFor(Duration duration) {
        return elapsed().plus(duration).compareTo(time) <= 0;
    }

    /** Moves it to this time from now, unless it is earlier. */
    public synchronized void pullIn(Duration left) {
        Duration earlier = elapsed().plus(left);
        if (earlier.compareTo(time) < 0) {
            time = earlier;
        }
    }

    /** Notes that a write of the work was sent and got no answer: it may be carried out later than what the work writes next. */
    public void unanswered() {
        unanswered = true;
    }

    /** Whether a write of the work may be carried out after its end. */
    public boolean mayWriteLate() {
        return unanswered;
    }

    private Duration elapsed() {
        return clocks.now().since(begin);
    }
}
