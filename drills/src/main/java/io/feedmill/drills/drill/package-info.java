/** Drills: one kind of trouble at a time, under load, and a table of what came of it. */
@NullMarked
package io.feedmill.drills.drill;

import org.jspecify.annotations.NullMarked;
