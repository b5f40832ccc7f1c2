package io.feedmill.common.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;
import java.util.Comparator;
import java.util.Random;
import java.util.function.Consumer;

/**
 * Random values that are close together or at a boundary, where encoders fail, and the expected order of their
 * keys.
 */
public final class Samples {
    /** Compares strings as DynamoDB does. */
    static final Comparator<String> BYTES =
            (a, b) -> Integer.signum(Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8)));

    private Samples() {}

    /** Makes a check with values of the seed. */
    public static void tries(long seed, Consumer<Random> check) {
        Random random = new Random(seed);
        for (int i = 0; i < Seeded.TRIES; i++) {
            check.accept(random);
        }
    }

    static long tick(Random random) {
        return switch (random.nextInt(4)) {
            case 0 -> random.nextInt(3);
            case 1 -> Long.MAX_VALUE - random.nextInt(3);
            case 2 -> 1L << random.nextInt(63);
            default -> random.nextLong(Long.MAX_VALUE);
        };
    }

    static PostId postId(Random random) {
        return new PostId(tick(random), "1111111111" + Base58.random(random, 1));
    }

    /** Up to three characters: separators, escapes, their neighbours and the edges of UTF-8's and UTF-16's lengths. */
    public static String part(Random random) {
        int[] characters = ("\0 !\"#$%&,-./09AZaz~\u007f\u0080\u07ff\u0800\ue000\uffff" + "\ud800\udc00\udbff\udfff")
                .codePoints()
                .toArray();
        StringBuilder part = new StringBuilder();
        for (int i = random.nextInt(4); i > 0; i--) {
            part.appendCodePoint(characters[random.nextInt(characters.length)]);
        }
        return part.toString();
    }
}
