package io.feedmill.bench.streamframework;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.graph.EdgeListReader;
import io.feedmill.stack.graph.FollowGraph;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamFrameworkTest {

    @TempDir
    private Path folder;

    @Test
    void writesFollowerAndAuthorAsNumbersFromOne() throws IOException {
        Path edges = Files.writeString(folder.resolve("edges"), "ann bob\ncyd bob\nbob ann\n");
        FollowGraph graph = EdgeListReader.read(edges, false);
        Path file = folder.resolve("made/graph");

        StreamFramework.write(graph, file);

        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrder("1 2", "3 2", "2 1");
    }
}
