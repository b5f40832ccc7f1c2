package io.feedmill.api.device;

/**
 * What came of events.
 *
 * @param stored those that are new
 * @param duplicates those that were there, or twice in the body
 */
record AppendResponse(int stored, int duplicates) {}
