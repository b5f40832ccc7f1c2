package io.feedmill.chaos.check;

import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.FollowHistory;
import io.feedmill.stack.verify.Timeline;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/** Compares the followers of authors after a run with the last call of every user. */
public final class FollowerCheck {
    private final Map<String, Set<String>> initial = new HashMap<>();
    private final FollowHistory history;

    public FollowerCheck(FollowGraph graph, FollowHistory history) {
        this.history = history;
        for (int user = 0; user < graph.size(); user++) {
            String follower = graph.id(user);
            graph.followedBy(user)
                    .forEach(author -> initial.computeIfAbsent(graph.id(author), id -> new HashSet<>())
                            .add(follower));
        }
    }

    /** Returns the differences. A user whose last call was never answered may follow or not. */
    public List<String> compare(String author, List<String> actual) {
        Set<String> before = initial.getOrDefault(author, Set.of());
        Map<String, Timeline> changed = history.ofAuthor(author);
        Set<String> all = new TreeSet<>(actual);
        all.addAll(before);
        all.addAll(changed.keySet());
        return all.stream()
                .filter(user -> isWrong(
                        changed.getOrDefault(user, new Timeline(before.contains(user), List.of())),
                        actual.contains(user)))
                .map(user -> "%s %s among the followers of %s, and should%s be."
                        .formatted(
                                user,
                                actual.contains(user) ? "is" : "is not",
                                author,
                                actual.contains(user) ? " not" : ""))
                .toList();
    }

    private static boolean isWrong(Timeline expected, boolean follows) {
        return expected.isSettled() && expected.follows() != follows;
    }
}
