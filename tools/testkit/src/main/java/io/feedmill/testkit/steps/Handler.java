package io.feedmill.testkit.steps;

import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** One run of a handler: its steps up to now, and whether it is dead. */
final class Handler {
    static final ScopedValue<Handler> CURRENT = ScopedValue.newInstance();

    private final Gate gate;
    private final List<String> steps = new ArrayList<>();
    private boolean crashed;

    Handler(Gate gate) {
        this.gate = gate;
    }

    /** Returns when a handler may take its next step, and how that ends. */
    interface Gate {
        Fate next(int number, String step);
    }

    /** A call as it is made. */
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
            throw new Crash("dead already at " + name);
        }
        return switch (gate.next(steps.size() + 1, name)) {
            case APPLIED -> apply(name, call);
            case CRASH_BEFORE -> throw dies("before " + name);
            case CRASH_AFTER -> {
                apply(name, call);
                throw dies("after " + name);
            }
        };
    }

    private @Nullable Object apply(String name, Call call) throws Throwable {
        steps.add(name);
        return call.apply();
    }

    private Crash dies(String where) {
        crashed = true;
        return new Crash(where);
    }
}
