package io.feedmill.common.key;

/** Sort keys of a post's versions: {@code v_0000000001} and on, in their order, after the copy of the newest. */
public final class VersionKey {
    /** The prefix of all keys of versions; {@link #NEWEST} sorts first. */
    public static final String PREFIX = "v_";

    /** The copy of the newest version. */
    public static final String NEWEST = PREFIX + "0";

    /** The greatest version that 10 digits hold. */
    public static final long MAX = 9_999_999_999L;

    private static final int DIGITS = 10;

    private VersionKey() {}

    /** The key of a version from 1 to {@link #MAX}. */
    public static String of(long version) {
        if (version < 1 || version > MAX) {
            throw Refusal.of("a version from 1 to " + MAX, Long.toString(version));
        }
        return PREFIX + Digits.encode(version, DIGITS);
    }
}
