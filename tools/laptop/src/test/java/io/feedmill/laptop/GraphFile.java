package io.feedmill.laptop;

import io.feedmill.stack.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.IntStream;

/** A graph file of a user. */
public record GraphFile(Path file, FollowGraph graph) {

    /** Writes the graph into the folder. Users without follows and followers are left out. */
    public static GraphFile write(FollowGraph graph, Path folder) throws IOException {
        List<String> lines = IntStream.range(0, graph.size())
                .boxed()
                .flatMap(user -> graph.followedBy(user).mapToObj(author -> graph.id(user) + " " + graph.id(author)))
                .toList();
        Path file = Files.write(folder.resolve("graph.txt"), lines);
        return new GraphFile(file, EdgeListReader.read(file, false, ignored -> {}));
    }
}
