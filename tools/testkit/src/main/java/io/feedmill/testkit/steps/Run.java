package io.feedmill.testkit.steps;

import java.util.List;

/**
 * The steps of a handler.
 *
 * @param steps the applied steps, in order
 * @param crashed whether it crashed
 */
public record Run(List<String> steps, boolean crashed) {}
