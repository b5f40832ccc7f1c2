package io.feedmill.common.dynamo;

/**
 * How far an ordered list of writes came.
 *
 * @param written so many from the list's beginning are applied; later ones may be, too
 * @param complete whether that is all of them
 */
public record BatchResult(int written, boolean complete) {}
