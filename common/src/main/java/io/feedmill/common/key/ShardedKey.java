package io.feedmill.common.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.List;
import java.util.stream.IntStream;

/** One of several partition keys that share the writes: {@code <name>#<shard>}. The shard, from 0, is not padded: nothing sorts by it. */
public record ShardedKey(String name, int shard) {
    private static final char SEPARATOR = '#';

    public ShardedKey {
        if (name.isEmpty() || shard < 0) {
            throw Refusal.of("a name and a shard from 0", name + SEPARATOR + shard);
        }
    }

    /** All keys of a name, from shard 0 on. */
    public static List<ShardedKey> all(String name, int shards) {
        requireShards(shards);
        return IntStream.range(0, shards)
                .mapToObj(shard -> new ShardedKey(name, shard))
                .toList();
    }

    /**
     * The shard of an id, below {@code shards}: the same in every process and version, as rows depend on it. FNV-1a
     * over the UTF-8 bytes, and MurmurHash3's finish, without which the low bits of the hash would depend on the low
     * bits of the bytes alone.
     */
    public static int shardOf(String id, int shards) {
        requireShards(shards);
        long hash = 0xcbf29ce484222325L;
        for (byte b : id.getBytes(UTF_8)) {
            hash = (hash ^ (b & 0xff)) * 0x100000001b3L;
        }
        return (int) Long.remainderUnsigned(finish(hash), shards);
    }

    public String value() {
        return name + SEPARATOR + shard;
    }

    @Override
    public String toString() {
        return value();
    }

    private static void requireShards(int shards) {
        if (shards < 1) {
            throw Refusal.of("at least 1 shard", Integer.toString(shards));
        }
    }

    private static long finish(long hash) {
        long mixed = (hash ^ (hash >>> 33)) * 0xff51afd7ed558ccdL;
        mixed = (mixed ^ (mixed >>> 33)) * 0xc4ceb9fe1a85ec53L;
        return mixed ^ (mixed >>> 33);
    }
}
