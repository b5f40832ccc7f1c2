package io.feedmill.worker.fanout;

import io.feedmill.common.key.UserId;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/**
 * When readers were last seen, 16 bytes each: a hash of the user's id, and the tick. A reader takes the place of another one whose hash leads there. Two
 * with the same hash, and threads that meet, may mix up two readers: a later time has a post delivered, and an earlier one is read again, so both are right.
 */
final class SeenReaders {
    /** Two million readers in 32 MiB. */
    private static final int PLACE_BITS = 21;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;
    private static final long GOLDEN_RATIO = 0x9e3779b97f4a7c15L;

    /** Of each reader, the hash and the tick. Most processes never need it. */
    private final Supplier<long[]> table = SingletonSupplier.of(() -> new long[2 << PLACE_BITS]);

    /** Returns when the reader was last seen; 0: unknown. */
    long seen(UserId user) {
        long hash = hash(user);
        int place = place(hash);
        long[] entries = table.get();
        return entries[place] == hash ? entries[place + 1] : 0;
    }

    void put(UserId user, long tick) {
        long hash = hash(user);
        int place = place(hash);
        long[] entries = table.get();
        entries[place] = hash;
        entries[place + 1] = tick;
    }

    /** By the high bits of a product, to which all bits of the hash contribute. */
    private static int place(long hash) {
        return 2 * (int) ((hash * GOLDEN_RATIO) >>> (Long.SIZE - PLACE_BITS));
    }

    /** FNV-1a. */
    private static long hash(UserId user) {
        String id = user.value();
        long hash = FNV_OFFSET;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
