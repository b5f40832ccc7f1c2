package io.feedmill.common.scan;

/** An attribute that is part of a table's key. */
public record KeyAttribute(String name, ScalarType type) {}
