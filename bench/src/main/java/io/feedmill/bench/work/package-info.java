/** Deliveries and other calls that limits and peers make with the SDK alone, and what they take. */
@NullMarked
package io.feedmill.bench.work;

import org.jspecify.annotations.NullMarked;
