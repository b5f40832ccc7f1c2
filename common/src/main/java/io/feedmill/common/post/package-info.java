/** Posts as versioned documents, and the one transaction that publishes one. */
@NullMarked
package io.feedmill.common.post;

import org.jspecify.annotations.NullMarked;
