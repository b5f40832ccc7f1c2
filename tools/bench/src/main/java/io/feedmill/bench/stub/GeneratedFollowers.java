package io.feedmill.bench.stub;

import io.feedmill.common.key.Digits;
import java.util.AbstractList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** An author named {@code gen-<n>-<anything>} has the n followers {@code f0000000}, {@code f0000001}… */
public final class GeneratedFollowers implements FollowerModel {
    private static final int DIGITS = 7;
    private static final Pattern AUTHOR = Pattern.compile("gen-(\\d{1," + DIGITS + "})-.+");

    /** An author with so many followers; another one for each text. */
    public static String author(int followers, String text) {
        return "gen-" + followers + "-" + text;
    }

    /** The follower of this number, which counts from 0. */
    public static String follower(int number) {
        return "f" + Digits.encode(number, DIGITS);
    }

    @Override
    public Optional<List<String>> followers(String author) {
        Matcher matcher = AUTHOR.matcher(author);
        return matcher.matches() ? Optional.of(new Numbered(Integer.parseInt(matcher.group(1)))) : Optional.empty();
    }

    private static final class Numbered extends AbstractList<String> implements RandomAccess {
        private final int size;

        private Numbered(int size) {
            this.size = size;
        }

        @Override
        public String get(int index) {
            return follower(Objects.checkIndex(index, size));
        }

        @Override
        public int size() {
            return size;
        }
    }
}
