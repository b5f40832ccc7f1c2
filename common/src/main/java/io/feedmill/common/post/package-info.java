/** Posts as versioned documents. */
@NullMarked
package io.feedmill.common.post;

import org.jspecify.annotations.NullMarked;
