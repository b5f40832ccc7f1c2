package io.feedmill.common.follow;

import io.feedmill.common.key.UserId;

/** That one user follows another. */
public record Follow(UserId follower, UserId author) {}
