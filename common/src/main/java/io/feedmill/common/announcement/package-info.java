/** Announcements: one post in every home feed that there is. */
@NullMarked
package io.feedmill.common.announcement;

import org.jspecify.annotations.NullMarked;
