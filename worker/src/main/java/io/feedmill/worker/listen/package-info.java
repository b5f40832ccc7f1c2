/** From a queue to a handler and back: decoding, deadlines, hand-backs and dead letters. */
@NullMarked
package io.feedmill.worker.listen;

import org.jspecify.annotations.NullMarked;
