package io.feedmill.testkit.steps;

import java.util.List;

/**
 * What a handler did.
 *
 * @param steps the steps that were applied, in their order
 * @param crashed whether it died on the way
 */
public record Run(List<String> steps, boolean crashed) {}
