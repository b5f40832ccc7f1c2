package io.feedmill.common.scan;

/** A global secondary index, with DynamoDB's statistics of it; they are up to six hours old. */
public record TableIndex(String name, long items, long bytes) {}
