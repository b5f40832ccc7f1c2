/** Delivery: from a slice to the home feeds of its recipients. */
@NullMarked
package io.feedmill.worker.deliver;

import org.jspecify.annotations.NullMarked;
