package io.feedmill.testkit.memory;

import java.util.List;

/** The place of a row: a hash of its partition key, the key, and its sort keys. A part of one is just before, or just after, all places that begin with it. */
record Position(List<Comparable<?>> parts, boolean after) implements Comparable<Position> {
    /** The number of hashes. */
    static final long HASHES = 1L << 32;

    Position(List<Comparable<?>> parts) {
        this(parts, false);
    }

    Position justAfter() {
        return new Position(parts, true);
    }

    /** Spreads similar keys over all hashes. */
    static long hash(Comparable<?> partitionKey) {
        long mixed = partitionKey.hashCode() * 0x9E3779B97F4A7C15L;
        return ((mixed ^ (mixed >>> 29)) * 0xBF58476D1CE4E5B9L) >>> 32;
    }

    @Override
    public int compareTo(Position other) {
        int common = Math.min(parts.size(), other.parts.size());
        for (int i = 0; i < common; i++) {
            int order = Values.compare(parts.get(i), other.parts.get(i));
            if (order != 0) {
                return order;
            }
        }
        if (parts.size() == other.parts.size()) {
            return Boolean.compare(after, other.after);
        }
        boolean isShorter = parts.size() < other.parts.size();
        boolean shorterIsAfter = isShorter ? after : other.after;
        return isShorter == shorterIsAfter ? 1 : -1;
    }
}
