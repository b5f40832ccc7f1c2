package io.feedmill.testkit.steps;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a handler: its steps until now, and whether it has crashed. */
final class Handler {
    static final ScopedValue<Handler> CURRENT = ScopedValue.newInstance();

    private final Gate gate;
    private final List<String> steps = new ArrayList<>();
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
        if (crashed) {
            throw new Crash("already crashed at " + name);
        }
        return switch (gate.next(steps.size() + 1, name)) {
            case APPLIED -> apply(name, call);
            case CRASH_BEFORE -> throw crash("before " + name);
            case CRASH_AFTER -> {
                apply(name, call);
                throw crash("after " + name);
            }
        };
    }

    private @Nullable Object apply(String name, Call call) throws Throwable {
        steps.add(name);
        return call.apply();
    }

    private Crash crash(String where) {
        crashed = true;
        return new Crash(where);
    }
}
