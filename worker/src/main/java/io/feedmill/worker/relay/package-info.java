/** The loop over the outbox: what is open and does not move is sent again. */
@NullMarked
package io.feedmill.worker.relay;

import org.jspecify.annotations.NullMarked;
