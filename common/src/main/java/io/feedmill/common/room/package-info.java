/** Rooms: messages of many users, spread over as many partitions as a room needs. */
@NullMarked
package io.feedmill.common.room;

import org.jspecify.annotations.NullMarked;
