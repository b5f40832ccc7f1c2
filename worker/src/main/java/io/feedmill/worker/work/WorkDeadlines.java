package io.feedmill.worker.work;

import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.context.SmartLifecycle;

/** Creates the deadlines of work. A stop begins by pulling all in: handlers then requeue unfinished work, as at any deadline. Thread-safe. */
public final class WorkDeadlines implements SmartLifecycle {
    /** The first phase of a stop. Components that wait for work to end stop after it. */
    public static final int PHASE = Integer.MAX_VALUE;

    private static final Logger LOG = LoggerFactory.getLogger(WorkDeadlines.class);

    private final Duration time;
    private final Duration timeAtStop;
    private final SuspendSafeClock clocks;
    private final Set<Deadline> inProcess = ConcurrentHashMap.newKeySet();
    private volatile boolean stopping;

    /** @param timeAtStop maximum time of a piece of work once the process stops */
    public WorkDeadlines(Duration time, Duration timeAtStop, SuspendSafeClock clocks) {
        this.time = time;
        this.timeAtStop = timeAtStop;
        this.clocks = clocks;
    }

    /** Begins a piece of work. Close it at its end. */
    public Work begin() {
        return begin(time);
    }

    /** Begins a piece of work with a time of its own. Close it at its end. */
    public Work begin(Duration duration) {
        Deadline deadline = Deadline.in(duration, clocks);
        inProcess.add(deadline);
        if (stopping) {
            deadline.pullIn(timeAtStop);
        }
        return new Work(deadline, () -> inProcess.remove(deadline));
    }

    /** Whether the process stops. Work that has not begun is left to other workers. */
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
        inProcess.forEach(deadline -> deadline.pullIn(timeAtStop));
        LOG.atInfo().addKeyValue("inProcess", inProcess.size()).log("Worker stopping, deadlines pulled in");
    }

    @Override
    public boolean isRunning() {
        return !stopping;
    }

    @Override
    public int getPhase() {
        return PHASE;
    }

    public record Work(Deadline deadline, Runnable end) implements AutoCloseable {

        @Override
        public void close() {
            end.run();
        }
    }

    /** Tells a run of a schedule to end early. */
    @FunctionalInterface
    public interface RunEnd {

        boolean isNow();
    }
}
