/** Views of posts: accepted here, counted by the workers. */
@NullMarked
package io.feedmill.api.view;

import org.jspecify.annotations.NullMarked;
