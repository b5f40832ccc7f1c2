package io.feedmill.common.time;

import java.time.Duration;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Runs a task again and again, on a virtual thread of its own, so that a long run delays no other schedule. A failed run is followed by the next. */
public final class Schedule implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(Schedule.class);

    private final Task task;
    private final ProcessTime time;
    private final Thread thread;
    private volatile boolean ended;

    private Schedule(Task task, ProcessTime time) {
        this.task = task;
        this.time = time;
        this.thread = Thread.ofVirtual().name(task.name()).unstarted(this::repeat);
    }

    /** What runs on a thread of this name: first after the delay, and again after the pause from the end of each run. */
    public record Task(String name, Runnable run, Duration pause, Duration delay) {}

    /** Begins a schedule. Close it. */
    public static Schedule start(Task task, ProcessTime time) {
        Schedule schedule = new Schedule(task, time);
        schedule.thread.start();
        return schedule;
    }

    private void repeat() {
        try {
            for (Duration wait = task.delay(); isDueAfter(wait); wait = task.pause()) {
                run();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            task.run().run();
        } catch (RuntimeException | Error e) {
            LOG.atError().addKeyValue("schedule", task.name()).setCause(e).log("Scheduled run failed");
        }
    }

    /** Waits. Returns false if the schedule ended. */
    private boolean isDueAfter(Duration wait) throws InterruptedException {
        for (long left = wait.toNanos(); left > 0 && !ended; ) {
            left = time.park(left);
        }
        return !ended;
    }

    /** Begins no other run. Waits for the end of the one in progress. */
    public void stop() {
        end();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Begins no other run. */
    public void end() {
        ended = true;
        LockSupport.unpark(thread);
    }

    /** Begins no other run. Interrupts the one in progress. */
    @Override
    public void close() {
        end();
        thread.interrupt();
    }
}
