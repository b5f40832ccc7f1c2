package io.feedmill.stack.load;

import io.feedmill.stack.verify.Timeline;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;

/** The follows and unfollows during a run. Immutable. */
public final class FollowHistory {
    /** No relation changed. */
    public static final FollowHistory NONE = new FollowHistory(Map.of());

    private final Collection<Timeline> timelines;
    private final Map<String, Map<String, Timeline>> byUser = new HashMap<>();
    private final Map<String, Map<String, Timeline>> byAuthor = new HashMap<>();

    /** A user and an author whom the user may follow. */
    public record Relation(String user, String author) {}

    public FollowHistory(Map<Relation, Timeline> timelines) {
        this.timelines = timelines.values();
        timelines.forEach((relation, timeline) -> {
            byUser.computeIfAbsent(relation.user(), user -> new HashMap<>()).put(relation.author(), timeline);
            byAuthor.computeIfAbsent(relation.author(), author -> new HashMap<>())
                    .put(relation.user(), timeline);
        });
    }

    /** Returns the user's changed relations, by author. */
    Map<String, Timeline> ofUser(String user) {
        return byUser.getOrDefault(user, Map.of());
    }

    /** Returns the author's changed relations, by follower. */
    public Map<String, Timeline> ofAuthor(String author) {
        return byAuthor.getOrDefault(author, Map.of());
    }

    /** Returns the number of relations that changed. */
    public long changing() {
        return timelines.stream()
                .filter(timeline -> !timeline.changes().isEmpty())
                .count();
    }

    /** Returns the number of follows and unfollows. */
    public long changes() {
        return timelines.stream()
                .mapToLong(timeline -> timeline.changes().size())
                .sum();
    }

    /** Returns the number of relations whose last call was never answered. */
    public long unsettled() {
        return timelines.stream().filter(timeline -> !timeline.isSettled()).count();
    }
}
