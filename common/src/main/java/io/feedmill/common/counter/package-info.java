/** Totals that many writers add to, kept in shards and summed on read. */
@NullMarked
package io.feedmill.common.counter;

import org.jspecify.annotations.NullMarked;
