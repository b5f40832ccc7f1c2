package io.feedmill.stack.load;

import io.feedmill.stack.verify.Timeline;
import java.util.Map;
import java.util.Objects;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/** The follows and unfollows during a run. */
public record FollowHistory(Map<Relation, Timeline> timelines) {
    /** No relation changed. */
    public static final FollowHistory NONE = new FollowHistory(Map.of());

    /** A user and an author whom the user may follow. */
    public record Relation(String user, String author) {}

    /** Returns the user's changed relations, by author. */
    Map<String, Timeline> ofUser(String user) {
        return select(relation -> relation.user().equals(user), Relation::author);
    }

    /** Returns the author's changed relations, by follower. */
    public Map<String, Timeline> ofAuthor(String author) {
        return select(relation -> relation.author().equals(author), Relation::user);
    }

    private Map<String, Timeline> select(Predicate<Relation> wanted, Function<Relation, String> key) {
        return timelines.keySet().stream()
                .filter(wanted)
                .collect(Collectors.toMap(key, relation -> Objects.requireNonNull(timelines.get(relation))));
    }

    /** Returns the number of relations that changed. */
    public long changing() {
        return timelines.values().stream()
                .filter(timeline -> !timeline.changes().isEmpty())
                .count();
    }

    /** Returns the number of follows and unfollows. */
    public long changes() {
        return timelines.values().stream()
                .mapToLong(timeline -> timeline.changes().size())
                .sum();
    }

    /** Returns the number of relations whose last call was never answered. */
    public long unsettled() {
        return timelines.values().stream()
                .filter(timeline -> !timeline.isSettled())
                .count();
    }
}
