package io.feedmill.bench.workload;

import io.feedmill.bench.stub.FollowerModel;
import io.feedmill.stack.graph.FollowGraph;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The followers of {@link NamedGraph#facebook}, for a store that answers without a table of them. */
public final class GraphFollowers implements FollowerModel {
    private final Map<String, List<String>> followers = new HashMap<>();

    /** Of the graph that comes without a file. */
    public GraphFollowers() {
        this(NamedGraph.facebook(null).graph());
    }

    /** Of the graph in the file. */
    public GraphFollowers(String file) {
        this(NamedGraph.facebook(Path.of(file)).graph());
    }

    private GraphFollowers(FollowGraph graph) {
        for (int user = 0; user < graph.size(); user++) {
            String follower = graph.id(user);
            graph.followedBy(user)
                    .mapToObj(graph::id)
                    .forEach(author -> followers
                            .computeIfAbsent(author, unknown -> new ArrayList<>())
                            .add(follower));
        }
        followers.values().forEach(Collections::sort);
    }

    /** As {@link FollowerModel#named} takes it. */
    public static String name(@Nullable Path file) {
        return GraphFollowers.class.getName() + (file == null ? "" : ":" + file);
    }

    @Override
    public Optional<List<String>> followers(String author) {
        return Optional.ofNullable(followers.get(author));
    }
}
