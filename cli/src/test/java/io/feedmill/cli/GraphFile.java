package io.feedmill.cli;

import io.feedmill.stack.graph.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A graph as a user would bring it. */
public record GraphFile(Path file, FollowGraph graph) {

    /** Writes it into the folder. Who neither follows nor is followed is not in it any more. */
    public static GraphFile write(FollowGraph graph, Path folder) throws IOException {
        List<String> lines = IntStream.range(0, graph.size())
                .boxed()
                .flatMap(user -> graph.followedBy(user).mapToObj(author -> graph.id(user) + " " + graph.id(author)))
                .toList();
        Path file = Files.write(folder.resolve("graph.txt"), lines);
        return new GraphFile(file, EdgeListReader.read(file, false));
    }
}
