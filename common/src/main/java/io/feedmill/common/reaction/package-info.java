/** Reactions to posts: one item a user and kind, counted exactly both ways. */
@NullMarked
package io.feedmill.common.reaction;

import org.jspecify.annotations.NullMarked;
