/** Rooms: what is said in them, and over how many partitions each is spread. */
@NullMarked
package io.feedmill.api.room;

import org.jspecify.annotations.NullMarked;
