package io.feedmill.bench.goal;

/** What became of a goal. */
public record GoalResult(Goal goal, double measured, boolean met) {}
