package io.feedmill.stack.client;

/** What a call to redrive came to; {@code before} makes the next one mean the same letters. */
public record RedriveResult(String before, long matched, long moved, boolean complete, long hidden) {}
