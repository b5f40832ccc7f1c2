package io.feedmill.faults.http;

/** A line of a head. */
public record Header(String name, String value) {}
