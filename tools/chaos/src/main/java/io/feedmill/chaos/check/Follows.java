package io.feedmill.chaos.check;

import io.feedmill.chaos.plan.Relation;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.Timeline;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Who followed whom and when: a graph, and relations that came and went. Immutable. */
public final class Follows {

    private final List<String> users;
    private final Map<String, Map<String, Timeline>> byUser = new HashMap<>();
    private final Map<String, Map<String, Timeline>> byAuthor = new HashMap<>();

    public Follows(FollowGraph graph, Map<Relation, Timeline> comings) {
        this.users = IntStream.range(0, graph.size()).mapToObj(graph::id).toList();
        Timeline always = new Timeline(true, List.of());
        IntStream.range(0, graph.size())
                .forEach(user -> graph.followedBy(user)
                        .forEach(author -> put(new Relation(graph.id(user), graph.id(author)), always)));
        comings.forEach(this::put);
    }

    private void put(Relation relation, Timeline timeline) {
        byUser.computeIfAbsent(relation.user(), user -> new HashMap<>()).put(relation.author(), timeline);
        byAuthor.computeIfAbsent(relation.author(), author -> new HashMap<>()).put(relation.user(), timeline);
    }

    public List<String> users() {
        return users;
    }

    /** By author. */
    public Map<String, Timeline> of(String user) {
        return byUser.getOrDefault(user, Map.of());
    }

    /** By follower. */
    public Map<String, Timeline> ofAuthor(String author) {
        return byAuthor.getOrDefault(author, Map.of());
    }

    /** How many relations came and went. */
    public long changing() {
        return timelines().filter(timeline -> !timeline.changes().isEmpty()).count();
    }

    /** How many follows and unfollows there were. */
    public long changes() {
        return timelines().mapToLong(timeline -> timeline.changes().size()).sum();
    }

    /** How many relations ended with a call that was never answered. */
    public long unsettled() {
        return timelines().filter(timeline -> !timeline.isSettled()).count();
    }

    private Stream<Timeline> timelines() {
        return byUser.values().stream().flatMap(authors -> authors.values().stream());
    }
}
