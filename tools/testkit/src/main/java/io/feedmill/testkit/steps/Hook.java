package io.feedmill.testkit.steps;

/** An action that runs once, just before a certain call. */
public final class Hook {
    private final String method;
    private final Runnable action;
    private int left;

    Hook(String method, int nth, Runnable action) {
        this.method = method;
        this.left = nth;
        this.action = action;
    }

    /** Returns whether the action has run. Tests must check it: a hook that never ran proves nothing. */
    public synchronized boolean fired() {
        return left == 0;
    }

    /** Counts the call. Returns whether the action is due now. */
    synchronized boolean counts(String type, String name) {
        boolean matches = left > 0 && (method.equals(name) || method.equals(type + "." + name));
        if (matches) {
            left--;
        }
        return matches && left == 0;
    }

    void run() {
        new Handler((number, step) -> Handler.StepOutcome.APPLIED).run(action);
    }
}
