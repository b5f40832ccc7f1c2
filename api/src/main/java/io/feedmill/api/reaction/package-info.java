/** Reactions to posts. */
@NullMarked
package io.feedmill.api.reaction;

import org.jspecify.annotations.NullMarked;
