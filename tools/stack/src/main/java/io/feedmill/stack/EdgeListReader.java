package io.feedmill.stack;

import io.feedmill.cli.command.InputFile;
import io.feedmill.common.key.UserId;
import io.feedmill.stack.graph.FollowGraph;
import java.nio.file.Path;
import java.util.function.Consumer;

/** Makes a graph of the follows in a file. */
public final class EdgeListReader {
    private EdgeListReader() {}

    /** Reads the file; undirected, each line counts both ways. Tells what it ignores. Throws a {@link io.feedmill.cli.command.CommandException}. */
    public static FollowGraph read(Path file, boolean undirected, Consumer<String> told) {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        String ignored = new InputFile(file).follows(follow -> {
            int follower = user(graph, follow.follower());
            int author = user(graph, follow.author());
            graph.follow(follower, author);
            if (undirected) {
                graph.follow(author, follower);
            }
        });
        if (!ignored.isEmpty()) {
            told.accept(ignored);
        }
        return graph.build();
    }

    private static int user(FollowGraph.Builder graph, UserId id) {
        return graph.user(id.value());
    }
}
