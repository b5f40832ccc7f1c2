/** Announcements on their way into every home feed that there is. */
@NullMarked
package io.feedmill.worker.announcement;

import org.jspecify.annotations.NullMarked;
