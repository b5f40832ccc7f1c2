package io.feedmill.worker.stop;

import io.feedmill.common.storage.Deadline;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/**
 * Gives each piece of work its deadline. When the process is told to stop, before anything else, it pulls them all in: handlers then do what they
 * do at any deadline, and hand back what is left. Thread-safe.
 */
public final class WorkDeadlines implements SmartLifecycle {
    /** The first to be stopped; what waits for work to end comes behind it. */
    public static final int PHASE = Integer.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(WorkDeadlines.class);

    private final Duration time;
    private final Duration timeAtStop;
    private final LongSupplier nanoTime;
    private final Set<Deadline> underWay = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /**
     * @param time how long a piece of work has
     * @param timeAtStop how long it has, at most, once the process is told to stop
     * @param nanoTime a monotonic clock such as {@link System#nanoTime()}
     */
    public WorkDeadlines(Duration time, Duration timeAtStop, LongSupplier nanoTime) {
        this.time = time;
        this.timeAtStop = timeAtStop;
        this.nanoTime = nanoTime;
    }

    /** Work that begins now; close it at its end. */
    public Work begin() {
        return begin(time);
    }

    /** Work that begins now and has a time of its own; close it at its end. */
    public Work begin(Duration most) {
        Deadline deadline = Deadline.in(most, nanoTime);
        underWay.add(deadline);
        if (stopping) {
            deadline.pullIn(timeAtStop);
        }
        return new Work(deadline, () -> underWay.remove(deadline));
    }

    /** Whether the process is told to stop: what is not begun is another worker's. */
    public boolean stopping() {
        return stopping;
    }

    @Override
    public void start() {
        stopping = false;
    }

    @Override
    public void stop() {
        stopping = true;
        underWay.forEach(deadline -> deadline.pullIn(timeAtStop));
        LOG.atInfo().addKeyValue("underWay", underWay.size()).log("Stopping: what is under way ends or is handed back");
    }

    @Override
    public boolean isRunning() {
        return !stopping;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }
}
