package io.feedmill.testkit.steps;

/** Something to be done just before a certain call; once. */
public final class Hook {
    private final String method;
    private final Runnable action;
    private int left;

    Hook(String method, int nth, Runnable action) {
        this.method = method;
        this.left = nth;
        this.action = action;
    }

    /** Whether the call came; a test should ask, since a hook that never ran proves nothing. */
    public synchronized boolean fired() {
        return left == 0;
    }

    /** Counts the call; whether the action is due now. */
    synchronized boolean counts(String type, String name) {
        boolean ours = left > 0 && (method.equals(name) || method.equals(type + "." + name));
        if (ours) {
            left--;
        }
        return ours && left == 0;
    }

    void run() {
        new Handler((number, step) -> Fate.APPLIED).run(action);
    }
}
