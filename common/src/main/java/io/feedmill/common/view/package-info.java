/** Who has viewed a post: one item a viewer, counted once. */
@NullMarked
package io.feedmill.common.view;

import org.jspecify.annotations.NullMarked;
