/** Work that was accepted and is not yet complete. */
@NullMarked
package io.feedmill.common.outbox;

import org.jspecify.annotations.NullMarked;
