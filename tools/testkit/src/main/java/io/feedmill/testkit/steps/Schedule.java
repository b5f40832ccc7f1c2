package io.feedmill.testkit.steps;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs handlers on threads of which exactly one is awake at a time: a seeded choice says whose step is next. A handler that ends or dies leaves
 * the schedule. Handlers must not wait for each other except by storage calls, and not depend on chance of their own.
 */
public final class Schedule {
    private static final int CRASH_ODDS = 6;
    private static final long STUCK_SECONDS = 60;

    private final long seed;
    private final Random random;
    private final List<Actor> alive = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final List<String> crashed = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Semaphore back = new Semaphore(0);
    private int crashesLeft;

    Schedule(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /**
     * How a schedule ended.
     *
     * @param trace the steps in their order, each as {@code handler: call}
     * @param crashed names of the handlers that died
     */
    public record Outcome(long seed, List<String> trace, List<String> crashed) {
        @Override
        public String toString() {
            return "seed " + seed + ":\n  " + String.join("\n  ", trace);
        }
    }

    /** Lets up to so many handlers die before or after steps that the seed chooses. */
    public Schedule crashes(int most) {
        crashesLeft = most;
        return this;
    }

    /** Adds a handler; a handler may do so, too, while the schedule runs. */
    public Schedule start(String name, Runnable handler) {
        alive.add(new Actor(name, handler));
        return this;
    }

    /**
     * Runs until all handlers have ended or died.
     *
     * @throws AssertionError with the seed and the trace, if a handler throws anything but a crash
     */
    public Outcome run() {
        while (!alive.isEmpty()) {
            Actor actor = alive.get(random.nextInt(alive.size()));
            actor.takeTurn();
            if (actor.ended) {
                alive.remove(actor);
            }
        }
        Outcome outcome = new Outcome(seed, List.copyOf(trace), List.copyOf(crashed));
        if (!failures.isEmpty()) {
            throw new AssertionError(outcome.toString(), failures.getFirst());
        }
        return outcome;
    }

    private Fate fate() {
        if (crashesLeft == 0 || random.nextInt(CRASH_ODDS) != 0) {
            return Fate.APPLIED;
        }
        crashesLeft--;
        return random.nextBoolean() ? Fate.CRASH_BEFORE : Fate.CRASH_AFTER;
    }

    /** A handler and its thread; only the schedule's thread or the one thread that it woke touch the schedule's state. */
    private final class Actor {
        private final String name;
        private final Runnable body;
        private final Semaphore turn = new Semaphore(0);
        private @Nullable Thread thread;
        private boolean ended;

        Actor(String name, Runnable body) {
            this.name = name;
            this.body = body;
        }

        /** Up to just before the next step, or to the end. */
        void takeTurn() {
            if (thread == null) {
                thread = Thread.ofVirtual().name(name).start(this::live);
            } else {
                turn.release();
            }
            awaitBack();
        }

        private void awaitBack() {
            try {
                if (!back.tryAcquire(STUCK_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError(name + " waits for something else than its turn, seed " + seed);
                }
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                throw new AssertionError("interrupted", e);
            }
        }

        private void live() {
            try {
                if (new Handler(this::next).run(body).crashed()) {
                    crashed.add(name);
                }
            } catch (Throwable e) {
                failures.add(e);
            } finally {
                ended = true;
                back.release();
            }
        }

        private Fate next(int number, String step) {
            back.release();
            turn.acquireUninterruptibly();
            Fate fate = fate();
            trace.add(name + ": " + step + (fate == Fate.APPLIED ? "" : " " + fate));
            return fate;
        }
    }
}
