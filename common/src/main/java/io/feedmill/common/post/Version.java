package io.feedmill.common.post;

/** What a post said at one version. */
public record Version(long number, String text) {}
