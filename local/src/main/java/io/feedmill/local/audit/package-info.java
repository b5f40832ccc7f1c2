/** Compares home feeds with the follower graph and the fan-out jobs, and has what is missing sent again. */
@NullMarked
package io.feedmill.local.audit;

import org.jspecify.annotations.NullMarked;
