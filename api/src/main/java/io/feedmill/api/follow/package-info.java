/** Follows: one at a time, listed, and imported by the million. */
@NullMarked
package io.feedmill.api.follow;

import org.jspecify.annotations.NullMarked;
