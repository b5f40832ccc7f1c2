/** The fan-out as a whole, over fakes: deterministic crashes, races and losses. */
@NullMarked
package io.feedmill.worker.protocol;

import org.jspecify.annotations.NullMarked;
