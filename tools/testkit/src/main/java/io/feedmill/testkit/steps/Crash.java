package io.feedmill.testkit.steps;

/** The process dies here. An error, so that no handler of exceptions takes it for a failure of the call. */
public final class Crash extends Error {
    Crash(String where) {
        super(where, null, false, false);
    }
}
