package io.feedmill.common.key;

import java.util.List;
import java.util.stream.IntStream;

/**
 * A partition key with an increasing numeric suffix from 1, as {@code seattle-1} and {@code seattle-2}: {@code <name>-<number>}. The name may have
 * dashes of its own, as the last one separates. The number is not padded: nothing sorts by a partition key.
 */
public record NumberedKey(String name, int number) {
    private static final char SEPARATOR = '-';

    public NumberedKey {
        if (name.isEmpty() || number < 1) {
            throw Refusal.of("a name and a number from 1", name + SEPARATOR + number);
        }
    }

    /** The one of {@code count} keys of the name that an id belongs to, see {@link ShardedKey#shardOf}. */
    public static NumberedKey of(String name, String id, int count) {
        return new NumberedKey(name, 1 + ShardedKey.shardOf(id, count));
    }

    /** The first {@code count} keys of a name, from number 1 on. */
    public static List<NumberedKey> all(String name, int count) {
        return IntStream.rangeClosed(1, count)
                .mapToObj(number -> new NumberedKey(name, number))
                .toList();
    }

    public String value() {
        return name + SEPARATOR + number;
    }
}
