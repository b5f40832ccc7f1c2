package io.feedmill.testkit.steps;

import io.feedmill.testkit.steps.Handler.StepOutcome;
import java.util.function.Function;

/** Where a handler crashes: the number of the step, from 1, or 0 for no crash, and whether that step takes effect. */
public record CrashPoint(int step, boolean applied) {
    public static final CrashPoint NONE = new CrashPoint(0, false);

    public static CrashPoint before(int step) {
        return new CrashPoint(step, false);
    }

    public static CrashPoint after(int step) {
        return new CrashPoint(step, true);
    }

    /**
     * Runs a scenario once without a crash and once for each crash point: before and after each step of its handler. A scenario starts from new
     * stores, lets the handler crash at the point, checks the result, and returns the handler's run.
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

    StepOutcome outcome(int number) {
        if (number != step) {
            return StepOutcome.APPLIED;
        }
        return applied ? StepOutcome.CRASH_AFTER : StepOutcome.CRASH_BEFORE;
    }

    @Override
    public String toString() {
        return step == 0 ? "run without a crash" : "crash " + (applied ? "after" : "before") + " step " + step;
    }
}
