/** The messages between API and workers, their form on the wire, and the queues. */
@NullMarked
package io.feedmill.common.queue;

import org.jspecify.annotations.NullMarked;
