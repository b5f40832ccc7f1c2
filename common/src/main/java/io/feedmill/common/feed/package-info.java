/** Feeds: what an author wrote, and what a user reads. */
@NullMarked
package io.feedmill.common.feed;

import org.jspecify.annotations.NullMarked;
