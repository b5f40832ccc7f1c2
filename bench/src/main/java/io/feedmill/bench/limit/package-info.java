/** The bare calls: what nothing that makes them can be faster than. */
@NullMarked
package io.feedmill.bench.limit;

import org.jspecify.annotations.NullMarked;
