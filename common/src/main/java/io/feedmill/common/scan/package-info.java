/** The distinct partition keys of any table: by scanning it, by skipping from partition to partition, or by an index. */
@NullMarked
package io.feedmill.common.scan;

import org.jspecify.annotations.NullMarked;
