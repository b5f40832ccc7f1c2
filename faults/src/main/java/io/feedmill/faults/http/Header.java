package io.feedmill.faults.http;

/** A line of a head. */
record Header(String name, String value) {}
