package io.feedmill.chaos.plan;

import java.time.Duration;

/** A user is to follow or to unfollow an author, so long after the run's start. */
public record Flip(Duration at, boolean follows) {}
