package io.feedmill.bench.workload;

import java.util.Locale;
import java.util.Optional;
import java.util.regex.Pattern;

/** Ids of numbered users, which sort as their numbers do: {@code user-00000001}. */
public final class UserNames {
    private static final String PREFIX = "user-";
    private static final int DIGITS = 8;
    private static final Pattern NAME = Pattern.compile(PREFIX + "\\d{" + DIGITS + "}");

    private UserNames() {}

    /** Of a number from 0 to 99,999,999. */
    public static String of(int user) {
        if (user < 0 || user > 99_999_999) {
            throw new IllegalArgumentException("no name has the number " + user);
        }
        return String.format(Locale.ROOT, "%s%0" + DIGITS + "d", PREFIX, user);
    }

    /** The inverse of {@link #of}; empty for other names. */
    public static Optional<Integer> find(String name) {
        return NAME.matcher(name).matches()
                ? Optional.of(Integer.parseInt(name, PREFIX.length(), name.length(), 10))
                : Optional.empty();
    }
}
