package io.feedmill.chaos.plan;

import java.util.List;

/**
 * A relation that comes and goes.
 *
 * @param initially whether the user follows when the run starts
 * @param flips alternating, by time
 */
public record Coming(Relation relation, boolean initially, List<Flip> flips) {}
