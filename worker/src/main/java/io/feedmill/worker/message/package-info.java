/** What a handler makes of a message. */
@NullMarked
package io.feedmill.worker.message;

import org.jspecify.annotations.NullMarked;
