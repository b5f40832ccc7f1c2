package io.feedmill.stack.client;

/** A post's totals; {@code views} are viewers, each once. */
public record PostCounters(long views, long deliveries) {}
