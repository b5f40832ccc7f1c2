package io.feedmill.common.room;

/**
 * Over how many partitions a room is spread.
 *
 * @param current where messages are written now
 * @param most the greatest number it ever had: where they are read
 */
public record RoomShards(int current, int most) {
    /** A page asks every partition. */
    public static final int MAX = 64;
}
