package io.feedmill.worker.fanout;

import io.feedmill.common.key.UserId;
import java.util.function.Supplier;
import org.springframework.util.function.SingletonSupplier;

/**
 * When readers were last seen, 16 bytes each: a hash of the user's id, and the tick. A reader takes the place of another one whose hash ends in the same bits. Two
 * with the same hash, and threads that meet, may mix up two readers: a later time has a post delivered, and an earlier one is read again, so both are right.
 */
final class SeenReaders {
    /** In 32 MiB. */
    private static final int READERS = 1 << 21;

    private static final long FNV_OFFSET = 0xcbf29ce484222325L;
    private static final long FNV_PRIME = 0x100000001b3L;

    /** Of each reader, the hash and the tick. Most processes never need it. */
    private final Supplier<long[]> table = SingletonSupplier.of(() -> new long[2 * READERS]);

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

    private static int place(long hash) {
        return 2 * (int) (hash >>> 32 & READERS - 1);
    }

    /** FNV-1a, whose high bits depend on all characters. */
    private static long hash(UserId user) {
        String id = user.value();
        long hash = FNV_OFFSET;
        for (int i = 0; i < id.length(); i++) {
            hash = (hash ^ id.charAt(i)) * FNV_PRIME;
        }
        return hash;
    }
}
