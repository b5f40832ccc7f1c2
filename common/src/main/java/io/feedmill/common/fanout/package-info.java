/** Fan-out jobs and their slices: what is expected, what was delivered, what is pending. */
@NullMarked
package io.feedmill.common.fanout;

import org.jspecify.annotations.NullMarked;
