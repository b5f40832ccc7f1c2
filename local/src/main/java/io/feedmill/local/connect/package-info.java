/** A running Feedmill's tables and queues, for commands that look at them from outside. */
@NullMarked
package io.feedmill.local.connect;

import org.jspecify.annotations.NullMarked;
