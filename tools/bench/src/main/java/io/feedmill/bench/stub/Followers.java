package io.feedmill.bench.stub;

import io.feedmill.common.key.Digits;
import io.feedmill.stack.graph.FollowGraph;
import java.util.AbstractList;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.RandomAccess;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The followers of authors, without a table. An author {@code gen-<n>-<text>} has the n followers {@code f0000000}, {@code f0000001}…; others
 * come from a graph. Immutable.
 */
public final class Followers {
    private static final int DIGITS = 7;
    private static final Pattern AUTHOR = Pattern.compile("gen-(\\d{1," + DIGITS + "})-.+");

    private final Map<String, List<String>> graph = new HashMap<>();

    Followers() {}

    Followers(FollowGraph follows) {
        for (int user = 0; user < follows.size(); user++) {
            String follower = follows.id(user);
            follows.followedBy(user)
                    .mapToObj(follows::id)
                    .forEach(author -> graph.computeIfAbsent(author, unknown -> new ArrayList<>())
                            .add(follower));
        }
        graph.values().forEach(Collections::sort);
    }

    /** Returns the id of an author with this number of followers; each text makes another author. */
    public static String author(int followers, String text) {
        return "gen-" + followers + "-" + text;
    }

    /** Returns the id of a follower by its number, which counts from 0. */
    public static String name(int number) {
        return "f" + Digits.encode(number, DIGITS);
    }

    /** Returns the author's followers, ascending; empty for an author that only the table knows. */
    Optional<List<String>> of(String author) {
        Matcher matcher = AUTHOR.matcher(author);
        return matcher.matches()
                ? Optional.of(new Numbered(Integer.parseInt(matcher.group(1))))
                : Optional.ofNullable(graph.get(author));
    }

    private static final class Numbered extends AbstractList<String> implements RandomAccess {
        private final int size;

        private Numbered(int size) {
            this.size = size;
        }

        @Override
        public String get(int index) {
            return name(Objects.checkIndex(index, size));
        }

        @Override
        public int size() {
            return size;
        }
    }
}
