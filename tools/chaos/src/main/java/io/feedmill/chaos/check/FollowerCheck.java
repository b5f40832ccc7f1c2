package io.feedmill.chaos.check;

import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;

/** Compares the followers of authors after a run with the last call of every user. */
public final class FollowerCheck {

    private FollowerCheck() {}

    /** Returns the differences. */
    public static List<String> compare(String author, Set<String> expected, Collection<String> actual) {
        Set<String> all = new TreeSet<>(actual);
        all.addAll(expected);
        return all.stream()
                .filter(user -> expected.contains(user) != actual.contains(user))
                .map(user -> (expected.contains(user)
                                ? "%s is not among the followers of %s, and should be."
                                : "%s is among the followers of %s, and should not be.")
                        .formatted(user, author))
                .toList();
    }
}
