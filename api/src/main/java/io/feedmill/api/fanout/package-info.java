/** How far the fan-out of a post has come. */
@NullMarked
package io.feedmill.api.fanout;

import org.jspecify.annotations.NullMarked;
