package io.feedmill.common.key;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Arrays;

/** Sort keys between two bounds, both inclusive, as {@code BETWEEN} takes them; in the order of the UTF-8 bytes, as DynamoDB compares strings. */
public record KeyRange(String first, String last) {
    /** DynamoDB refuses a range whose first key is greater than its last. */
    public KeyRange {
        if (compare(first, last) > 0) {
            throw new IllegalArgumentException("the first key of a range is greater than its last");
        }
    }

    public boolean contains(String key) {
        return compare(first, key) <= 0 && compare(key, last) <= 0;
    }

    /** Compares sort keys. Not {@link String#compareTo}: UTF-16 puts characters beyond U+FFFF before U+E000. */
    public static int compare(String a, String b) {
        return Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));
    }
}
