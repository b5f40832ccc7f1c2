/** Chaos: Feedmill under load and under faults that a seed has drawn, and then whether everything is as it should be. */
@NullMarked
package io.feedmill.drills.chaos;

import org.jspecify.annotations.NullMarked;
