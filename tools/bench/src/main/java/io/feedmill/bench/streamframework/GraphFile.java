package io.feedmill.bench.streamframework;

import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.stream.IntStream;

/** A line {@code follower author} for each follow. Users are numbers, as Stream-Framework wants them: one more than the graph's, for it takes 0 for nobody. */
final class GraphFile {

    private GraphFile() {}

    static int number(FollowGraph graph, String user) {
        return graph.user(user) + 1;
    }

    static void write(FollowGraph graph, Path file) {
        try {
            Files.createDirectories(file.toAbsolutePath().getParent());
            Files.write(file, lines(graph));
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write " + file, e);
        }
    }

    private static Iterable<String> lines(FollowGraph graph) {
        return () -> IntStream.range(0, graph.size())
                .boxed()
                .flatMap(user -> graph.followedBy(user).mapToObj(author -> (user + 1) + " " + (author + 1)))
                .iterator();
    }
}
