/** Dead letters: what there is, by its reason, and its way back to the queue. */
@NullMarked
package io.feedmill.api.deadletter;

import org.jspecify.annotations.NullMarked;
