package io.feedmill.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FacebookGraphTest {

    @Test
    void takesTheEdgesOfTheFileBothWays(@TempDir Path folder) throws IOException {
        Path file = folder.resolve("edges.txt");
        Files.writeString(file, "a b\nb c\nc d\nc e\n");
        FacebookGraph graph = FacebookGraph.of(file);
        assertThat(graph.name()).isEqualTo("the graph of edges.txt");
        assertThat(graph.mostFollowed(3)).containsExactly("c", "b", "a");
    }

    @Test
    void withoutAFileGeneratesOneOfTheSameSizeAndSaysSo() {
        FacebookGraph graph = FacebookGraph.of(null);
        assertThat(graph.name()).contains("generated");
        assertThat(graph.graph().size()).isEqualTo(4_039);
        assertThat(graph.graph().follows()).isBetween(2 * 88_234L * 99 / 100, 2 * 88_234L * 101 / 100);
        assertThat(graph.graph().followersOf(graph.graph().largestAuthor())).isEqualTo(1_045);
        assertThat(graph.mostFollowed(20)).hasSize(20).startsWith("user-00001", "user-00002");
    }
}
