/** Who follows whom, readable from both sides. */
@NullMarked
package io.feedmill.common.follow;

import org.jspecify.annotations.NullMarked;
