package io.feedmill.testkit.steps;

/** What becomes of a step. */
enum Fate {
    APPLIED,
    CRASH_BEFORE,
    CRASH_AFTER
}
