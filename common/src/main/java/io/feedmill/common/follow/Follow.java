package io.feedmill.common.follow;

/** That one user follows another. */
public record Follow(String follower, String author) {}
