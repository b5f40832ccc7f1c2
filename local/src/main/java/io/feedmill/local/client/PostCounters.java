package io.feedmill.local.client;

/** A post's totals; {@code views} are viewers, each once. */
public record PostCounters(long views, long deliveries) {}
