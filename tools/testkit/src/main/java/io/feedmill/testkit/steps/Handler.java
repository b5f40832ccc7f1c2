package io.feedmill.testkit.steps;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a handler: its steps until now, and whether it has crashed. */
final class Handler {
    static final ScopedValue<Handler> CURRENT = ScopedValue.newInstance();

    private final Gate gate;
    private final List<String> steps = new ArrayList<>();
    private StepOutcome outcome = StepOutcome.APPLIED;
    private boolean crashed;

    Handler(Gate gate) {
        this.gate = gate;
    }

    /** How a step ends. */
    enum StepOutcome {
        APPLIED,
        CRASH_BEFORE,
        CRASH_AFTER
    }

    /** The process crashes. An error, so that no exception handler takes it for a failed call. */
    private static final class Crash extends Error {
        private static final long serialVersionUID = 1L;

        private Crash(String where) {
            super(where, null, false, false);
        }
    }

    /** Blocks until a handler may take its next step. */
    interface Gate {
        StepOutcome next(int number, String step);
    }

    interface Call {
        @Nullable Object apply() throws Throwable;
    }

    Run run(Runnable body) {
        try {
            ScopedValue.where(CURRENT, this).run(body);
        } catch (Crash crash) {
            crashed = true;
        }
        return new Run(List.copyOf(steps), crashed);
    }

    @Nullable Object step(String name, Call call) throws Throwable {
        begin(name);
        Object result = call.apply();
        end();
        return result;
    }

    /** Waits until the next step may be taken. */
    void begin(String name) {
        if (crashed) {
            throw new Crash("already crashed at " + name);
        }
        outcome = gate.next(steps.size() + 1, name);
        if (outcome == StepOutcome.CRASH_BEFORE) {
            throw crash("before " + name);
        }
        steps.add(name);
    }

    /** Ends the step that began last, if it has not ended. */
    void end() {
        StepOutcome ended = outcome;
        outcome = StepOutcome.APPLIED;
        if (ended == StepOutcome.CRASH_AFTER) {
            throw crash("after " + steps.getLast());
        }
    }

    private Crash crash(String where) {
        crashed = true;
        return new Crash(where);
    }
}
