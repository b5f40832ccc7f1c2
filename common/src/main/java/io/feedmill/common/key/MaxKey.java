package io.feedmill.common.key;

import java.math.BigDecimal;
import java.util.Arrays;

/**
 * The greatest sort key of each type, after which a partition has no more rows. A scan that skips from partition
 * to partition continues after it.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/Constraints.html">DynamoDB's limits: a
 *     sort key is 1 to 1,024 bytes; a number has up to 38 digits and is at most
 *     9.9999999999999999999999999999999999999E+125</a>
 */
public final class MaxKey {
    private static final int BYTES = 1_024;
    private static final String STRING =
            Character.toString(Character.MAX_CODE_POINT).repeat(BYTES / 4);
    private static final BigDecimal NUMBER = new BigDecimal("9." + "9".repeat(37) + "E+125");

    private MaxKey() {}

    /** Type S: U+10FFFF, four bytes in UTF-8, 256 times. */
    public static String string() {
        return STRING;
    }

    /** Type N: 38 nines, of which 37 follow the point, and the exponent 125. */
    public static BigDecimal number() {
        return NUMBER;
    }

    /** Type B, compared as unsigned bytes: 1,024 times 0xFF, a new array each time. */
    public static byte[] binary() {
        byte[] bytes = new byte[BYTES];
        Arrays.fill(bytes, (byte) 0xff);
        return bytes;
    }
}
