/** Queue messages that come late, out of order or more than once, and deletes that do not take place. */
@NullMarked
package io.feedmill.faults.queue;

import org.jspecify.annotations.NullMarked;
