/** The worker process: messages and schedules in, feed items and counts out. */
@NullMarked
package io.feedmill.worker;

import org.jspecify.annotations.NullMarked;
