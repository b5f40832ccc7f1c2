/** Messages that nobody could handle: looking at them, and giving them back to their queues. */
@NullMarked
package io.feedmill.common.deadletter;

import org.jspecify.annotations.NullMarked;
