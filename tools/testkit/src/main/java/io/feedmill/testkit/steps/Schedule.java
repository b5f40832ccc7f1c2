package io.feedmill.testkit.steps;

import io.feedmill.testkit.steps.Handler.StepOutcome;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Runs handlers on threads of which exactly one runs at a time: the seed decides whose step is next, or the caller does, step by step. A handler that
 * ends or crashes leaves the schedule. Handlers must wait for each other by storage calls only, and must not use randomness of their own.
 */
public final class Schedule {
    private static final int CRASH_ODDS = 6;
    private static final long MAX_TURN_SECONDS = 60;

    private final long seed;
    private final Random random;
    private final List<Actor> alive = new ArrayList<>();
    private final List<String> trace = new ArrayList<>();
    private final List<String> crashed = new ArrayList<>();
    private final List<Throwable> failures = new ArrayList<>();
    private final Semaphore back = new Semaphore(0);
    private int crashesLeft;
    private @Nullable StepOutcome chosen;

    Schedule(long seed) {
        this.seed = seed;
        this.random = new Random(seed);
    }

    /**
     * The end of a schedule.
     *
     * @param trace the steps in order, each as {@code handler: call}
     * @param crashed names of the crashed handlers
     */
    public record Outcome(long seed, List<String> trace, List<String> crashed) {
        @Override
        public String toString() {
            return "seed " + seed + ":\n  " + String.join("\n  ", trace);
        }
    }

    /** Lets up to {@code max} handlers crash, before or after steps that the seed chooses. */
    public Schedule crashes(int max) {
        crashesLeft = max;
        return this;
    }

    /** Adds a handler. Handlers may add others while the schedule runs. */
    public Schedule start(String name, Runnable handler) {
        alive.add(new Actor(name, handler));
        return this;
    }

    /**
     * Runs until all handlers have ended or crashed.
     *
     * @throws AssertionError with the seed and the trace, if a handler throws anything but a crash
     */
    public Outcome run() {
        // On a virtual thread as the handlers: then a turn costs no switch of the system's threads.
        join(Thread.ofVirtual().start(this::takeTurns));
        Outcome result = new Outcome(seed, List.copyOf(trace), List.copyOf(crashed));
        if (!failures.isEmpty()) {
            throw new AssertionError(result.toString(), failures.getFirst());
        }
        return result;
    }

    private void takeTurns() {
        try {
            while (!alive.isEmpty()) {
                Actor actor = alive.get(random.nextInt(alive.size()));
                actor.takeTurn();
                if (actor.ended) {
                    alive.remove(actor);
                }
            }
        } catch (AssertionError e) {
            failures.addFirst(e);
        }
    }

    private static void join(Thread turns) {
        try {
            turns.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AssertionError("interrupted", e);
        }
    }

    /** Adds a handler and runs it up to its first step. Returns whether it has one. */
    public boolean begin(String name, Runnable handler) {
        start(name, handler);
        return turn(name, StepOutcome.APPLIED);
    }

    /** Lets this handler take its next step. Returns whether it has another one. */
    public boolean step(String name) {
        return turn(name, StepOutcome.APPLIED);
    }

    /** Crashes this handler before its next step, or after it. */
    public void crash(String name, boolean applied) {
        turn(name, applied ? StepOutcome.CRASH_AFTER : StepOutcome.CRASH_BEFORE);
    }

    private boolean turn(String name, StepOutcome outcome) {
        Actor actor = alive.stream()
                .filter(each -> each.name.equals(name))
                .findFirst()
                .orElseThrow();
        chosen = outcome;
        actor.takeTurn();
        chosen = null;
        if (actor.ended) {
            alive.remove(actor);
        }
        if (!failures.isEmpty()) {
            throw new AssertionError(name + " failed: " + failures.getFirst().getMessage(), failures.getFirst());
        }
        return !actor.ended;
    }

    private StepOutcome stepOutcome() {
        if (chosen != null) {
            return chosen;
        }
        if (crashesLeft == 0 || random.nextInt(CRASH_ODDS) != 0) {
            return StepOutcome.APPLIED;
        }
        crashesLeft--;
        return random.nextBoolean() ? StepOutcome.CRASH_BEFORE : StepOutcome.CRASH_AFTER;
    }

    /** A handler and its thread. Only the schedule's thread, or the one thread that it has woken, uses the schedule's state. */
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

        /** Runs up to the next step or to the end. */
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
                if (!back.tryAcquire(MAX_TURN_SECONDS, TimeUnit.SECONDS)) {
                    throw new AssertionError(name + " does not wait for its turn, seed " + seed);
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

        private StepOutcome next(int number, String step) {
            back.release();
            turn.acquireUninterruptibly();
            StepOutcome outcome = stepOutcome();
            trace.add(name + ": " + step + (outcome == StepOutcome.APPLIED ? "" : " " + outcome));
            return outcome;
        }
    }
}
