package io.feedmill.bench.servers;

import io.feedmill.common.key.Digits;
import java.util.OptionalInt;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Generated followers: an author {@code gen-<n>-<text>} has the n followers {@code f0000000}, {@code f0000001}… */
public final class Followers {
    private static final int DIGITS = 7;
    private static final Pattern AUTHOR = Pattern.compile("gen-(\\d{1," + DIGITS + "})-.+");

    private Followers() {}

    /** Returns the id of an author with this number of followers; each text makes another author. */
    public static String author(int followers, String text) {
        return "gen-" + followers + "-" + text;
    }

    /** Returns the id of a follower by its number, which counts from 0. */
    public static String name(int number) {
        return "f" + Digits.encode(number, DIGITS);
    }

    /** Returns the inverse of {@link #name}. */
    static int number(String name) {
        return Integer.parseInt(name, 1, name.length(), 10);
    }

    /** Returns the author's number of followers; empty for any other author. */
    static OptionalInt count(String author) {
        Matcher matcher = AUTHOR.matcher(author);
        return matcher.matches() ? OptionalInt.of(Integer.parseInt(matcher.group(1))) : OptionalInt.empty();
    }
}
