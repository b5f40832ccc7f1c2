/** Judges what clients saw by what the documents promise. It knows nothing of the product's code. */
@NullMarked
package io.feedmill.checker;

import org.jspecify.annotations.NullMarked;
