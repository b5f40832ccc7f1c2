/** Whom posts go to, and who writes and reads them when. */
@NullMarked
package io.feedmill.bench.workload;

import org.jspecify.annotations.NullMarked;
