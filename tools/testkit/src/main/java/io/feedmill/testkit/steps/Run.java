package io.feedmill.testkit.steps;

import java.util.List;

/** The applied steps of a handler, in order, and whether it crashed. */
public record Run(List<String> steps, boolean crashed) {}
