/** Feeds: what a user reads and what an author wrote. */
@NullMarked
package io.feedmill.api.feed;

import org.jspecify.annotations.NullMarked;
