/** What handlers have in common: the job of a message, and what becomes of the message. */
@NullMarked
package io.feedmill.worker.message;

import org.jspecify.annotations.NullMarked;
