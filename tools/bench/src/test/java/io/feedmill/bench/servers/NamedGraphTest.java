package io.feedmill.bench.servers;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.servers.Feedmill.Posts;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class NamedGraphTest {

    @Test
    void takesTheEdgesOfTheFileBothWays(@TempDir Path folder) throws IOException {
        NamedGraph graph = NamedGraph.facebook(edges(folder));
        assertThat(graph.name()).isEqualTo("the graph of edges.txt");
        assertThat(graph.graph().follows()).isEqualTo(8);
    }

    @Test
    void withoutAFileGeneratesOneOfTheSameSizeAndSaysSo() {
        NamedGraph graph = NamedGraph.facebook(null);
        assertThat(graph.name()).contains("generated");
        assertThat(graph.graph().size()).isEqualTo(4_039);
        assertThat(graph.graph().follows()).isBetween(2 * 88_234L * 99 / 100, 2 * 88_234L * 101 / 100);
        assertThat(graph.graph().followersOf(graph.graph().largestAuthor())).isEqualTo(1_045);
        assertThat(graph.postsOfMostFollowed(20, 1).authors()).hasSize(20).startsWith("user-00001", "user-00002");
    }

    @Test
    void theSmallGraphIsGeneratedAndSaysSo() {
        NamedGraph graph = NamedGraph.small();
        assertThat(graph.name()).contains("small", "generated");
        assertThat(graph.graph().follows()).isBetween(30_000L, 50_000L);
    }

    @Test
    void authorsTakeTurns(@TempDir Path folder) throws IOException {
        Posts posts = NamedGraph.facebook(edges(folder)).postsOfMostFollowed(3, 2);
        assertThat(posts).isEqualTo(new Posts(List.of("c", "b", "a", "c", "b", "a"), 2 * (3 + 2 + 1)));
    }

    private static Path edges(Path folder) throws IOException {
        return Files.writeString(folder.resolve("edges.txt"), "a b\nb c\nc d\nc e\n");
    }
}
