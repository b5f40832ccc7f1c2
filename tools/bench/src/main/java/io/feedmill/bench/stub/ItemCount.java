package io.feedmill.bench.stub;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * Counts the writes of a BatchWriteItem as the SDK sends it, without reading its JSON. Each is named {@code PutRequest} or {@code DeleteRequest}, and no
 * value can look like the end of such a name, because quotes are escaped there. Skips ahead as Boyer, Moore and Horspool do: nine bytes in ten are
 * not looked at.
 */
final class ItemCount {
    private static final byte[] WRITE = "Request\":{\"".getBytes(StandardCharsets.US_ASCII);
    private static final byte LAST = WRITE[WRITE.length - 1];
    private static final int[] SKIPS = skips();

    private ItemCount() {}

    private static int[] skips() {
        int[] skips = new int[256];
        Arrays.fill(skips, WRITE.length);
        for (int i = 0; i < WRITE.length - 1; i++) {
            skips[WRITE[i] & 0xff] = WRITE.length - 1 - i;
        }
        return skips;
    }

    static int of(byte[] body) {
        int count = 0;
        for (int end = WRITE.length - 1; end < body.length; end += SKIPS[body[end] & 0xff]) {
            if (body[end] == LAST && Arrays.equals(body, end - WRITE.length + 1, end + 1, WRITE, 0, WRITE.length)) {
                count++;
            }
        }
        return count;
    }
}
