package io.feedmill.simulation;

import java.lang.reflect.Constructor;
import java.time.Duration;
import java.time.Instant;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * One time for all simulated processes, and their threads, of which one runs at a time. When none can run, the time moves on to the next wait that ends. The
 * threads are virtual ones of a scheduler of ours, which those that they start inherit. So the same draws make the same run.
 */
public final class VirtualTime {
    /** A process that only turns in a circle, without any wait, is a fault of it, or of the simulation. */
    private static final long MAX_TURNS_OF_A_MOMENT = 2_000_000;

    private static final Constructor<?> BUILDER = builder();

    private final Queue<Runnable> ready = new ConcurrentLinkedQueue<>();
    private final PriorityQueue<Wait> waits = new PriorityQueue<>(VirtualTime::order);
    private final Executor scheduler = ready::add;
    private long now;
    private long number;
    private long turns;
    private @Nullable Throwable failure;

    /** Starts the time at this moment. */
    public VirtualTime(Instant begin) {
        now = Duration.between(Instant.EPOCH, begin).toNanos();
    }

    /** Something that happens at a time, unless it is cancelled before. */
    public static final class Wait {
        private final long at;
        private final long number;
        private @Nullable Runnable action;

        private Wait(long at, long number, Runnable action) {
            this.at = at;
            this.number = number;
            this.action = action;
        }

        public void cancel() {
            action = null;
        }
    }

    private static int order(Wait one, Wait other) {
        return one.at == other.at ? Long.compare(one.number, other.number) : Long.compare(one.at, other.at);
    }

    /** The JDK has schedulers of virtual threads for its own tests only: a constructor that nobody else sees. */
    private static Constructor<?> builder() {
        try {
            Constructor<?> constructor = Class.forName("java.lang.ThreadBuilders$VirtualThreadBuilder")
                    .getDeclaredConstructor(Executor.class);
            constructor.setAccessible(true);
            return constructor;
        } catch (ReflectiveOperationException | RuntimeException e) {
            throw new IllegalStateException("Run it with --add-opens=java.base/java.lang=ALL-UNNAMED", e);
        }
    }

    /** Nanoseconds since 1970. */
    public long now() {
        return now;
    }

    public Instant instant() {
        return Instant.EPOCH.plusNanos(now);
    }

    /** The number of times that a thread has run until it waited. */
    public long turns() {
        return turns;
    }

    /** Starts a thread. */
    public Thread start(String name, Runnable task) {
        try {
            return ((Thread.Builder.OfVirtual) BUILDER.newInstance(scheduler))
                    .name(name)
                    .start(() -> run(task));
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private void run(Runnable task) {
        try {
            task.run();
        } catch (Throwable e) {
            failure = failure == null ? e : failure;
        }
    }

    /** Lets this happen after a time, on the thread that runs them all: it must not wait. */
    public Wait after(long nanos, Runnable action) {
        Wait wait = new Wait(now + Math.max(0, nanos), number++, action);
        waits.add(wait);
        return wait;
    }

    /** Lets the current thread wait. */
    public void sleep(long nanos) throws InterruptedException {
        Thread thread = Thread.currentThread();
        boolean[] over = {false};
        Wait wait = after(nanos, () -> {
            over[0] = true;
            LockSupport.unpark(thread);
        });
        while (!over[0]) {
            LockSupport.park();
            if (Thread.interrupted()) {
                wait.cancel();
                throw new InterruptedException();
            }
        }
    }

    /** As {@link #sleep}, for what cannot be interrupted: a call under way. The interrupt stays set. */
    public void pass(long nanos) {
        pass(nanos, () -> false);
    }

    /** As {@link #pass(long)}, but ends early if this holds when the thread is unparked. */
    void pass(long nanos, BooleanSupplier early) {
        Thread thread = Thread.currentThread();
        boolean[] over = {false};
        Wait wait = after(nanos, () -> {
            over[0] = true;
            LockSupport.unpark(thread);
        });
        boolean interrupted = false;
        while (!over[0] && !early.getAsBoolean()) {
            LockSupport.park();
            interrupted |= Thread.interrupted();
        }
        wait.cancel();
        if (interrupted) {
            thread.interrupt();
        }
    }

    /** Lets time pass in which nothing happens: what waits for a moment of it goes on after it, as processes do that stood still. */
    public void jump(long nanos) {
        now += nanos;
    }

    /** Never returns: the thread of a process that has crashed. */
    public static void end() {
        while (true) {
            LockSupport.park();
            Thread.interrupted();
        }
    }

    /** Runs the threads until the condition holds, which it asks after each turn, by the calling thread. */
    public void runUntil(BooleanSupplier end) {
        long moment = now;
        long since = turns;
        while (!end.getAsBoolean()) {
            Runnable turn = ready.poll();
            if (turn != null) {
                turns++;
                turn.run();
            } else {
                next();
            }
            if (failure != null) {
                throw new IllegalStateException("A simulated thread failed", failure);
            }
            if (now != moment) {
                moment = now;
                since = turns;
            } else if (turns - since > MAX_TURNS_OF_A_MOMENT) {
                throw new IllegalStateException("No time passes");
            }
        }
    }

    private void next() {
        Wait wait = waits.poll();
        if (wait == null) {
            throw new IllegalStateException("Nothing waits, and nothing runs");
        }
        Runnable action = wait.action;
        if (action != null) {
            now = Math.max(now, wait.at);
            action.run();
        }
    }
}
