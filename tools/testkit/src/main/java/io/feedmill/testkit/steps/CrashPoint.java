package io.feedmill.testkit.steps;

import java.util.function.Function;

/**
 * Where a handler dies.
 *
 * @param step counts the handler's steps from 1; 0: it does not die
 * @param applied whether that step still takes effect
 */
public record CrashPoint(int step, boolean applied) {
    public static final CrashPoint NONE = new CrashPoint(0, false);

    public static CrashPoint before(int step) {
        return new CrashPoint(step, false);
    }

    public static CrashPoint after(int step) {
        return new CrashPoint(step, true);
    }

    /**
     * Runs a scenario once for each point where its handler can die, before and after each step, and once without a crash. A scenario sets
     * everything up anew, lets the handler die at the point, checks what it has to, and returns the handler's run.
     *
     * @throws AssertionError naming the point, if the scenario throws
     */
    public static void each(Function<CrashPoint, Run> scenario) {
        run(NONE, scenario);
        for (int step = 1; run(before(step), scenario).crashed(); step++) {
            run(after(step), scenario);
        }
    }

    private static Run run(CrashPoint point, Function<CrashPoint, Run> scenario) {
        try {
            return scenario.apply(point);
        } catch (RuntimeException | AssertionError e) {
            throw new AssertionError("with a " + point + ": " + e.getMessage(), e);
        }
    }

    Fate fate(int number) {
        if (number != step) {
            return Fate.APPLIED;
        }
        return applied ? Fate.CRASH_AFTER : Fate.CRASH_BEFORE;
    }

    @Override
    public String toString() {
        return step == 0 ? "run without a crash" : "crash " + (applied ? "after" : "before") + " step " + step;
    }
}
