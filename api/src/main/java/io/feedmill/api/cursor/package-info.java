/** Cursors: where a walk through a list goes on, signed so that only we can make them. */
@NullMarked
package io.feedmill.api.cursor;

import org.jspecify.annotations.NullMarked;
