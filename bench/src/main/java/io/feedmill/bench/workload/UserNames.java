package io.feedmill.bench.workload;

import java.util.Locale;

/** Ids of numbered users, which sort as their numbers do: {@code user-00000001}. */
public final class UserNames {
    private static final String PREFIX = "user-";
    private static final int DIGITS = 8;

    private UserNames() {}

    /** Of a number from 0 to 99,999,999. */
    public static String of(int user) {
        if (user < 0 || user > 99_999_999) {
            throw new IllegalArgumentException("no name has the number " + user);
        }
        return String.format(Locale.ROOT, "%s%0" + DIGITS + "d", PREFIX, user);
    }

    /** The inverse of {@link #of}. */
    public static int number(String name) {
        if (name.length() != PREFIX.length() + DIGITS || !name.startsWith(PREFIX)) {
            throw new IllegalArgumentException("not the name of a numbered user: " + name);
        }
        return Integer.parseUnsignedInt(name, PREFIX.length(), name.length(), 10);
    }
}
