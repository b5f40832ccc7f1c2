package io.feedmill.bench.workload;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.stack.Posts;
import io.feedmill.stack.graph.FollowGraph;
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
        assertThat(graph.mostFollowed(3)).containsExactly("c", "b", "a");
    }

    @Test
    void withoutAFileGeneratesOneOfTheSameSizeAndSaysSo() {
        NamedGraph graph = NamedGraph.facebook(null);
        assertThat(graph.name()).contains("generated");
        assertThat(graph.graph().size()).isEqualTo(4_039);
        assertThat(graph.graph().follows()).isBetween(2 * 88_234L * 99 / 100, 2 * 88_234L * 101 / 100);
        assertThat(graph.graph().followersOf(graph.graph().largestAuthor())).isEqualTo(1_045);
        assertThat(graph.mostFollowed(20)).hasSize(20).startsWith("user-00001", "user-00002");
    }

    @Test
    void aPowerLawHasTheNetworksFollowers() {
        PowerLaw law = PowerLaw.of(999);
        FollowGraph graph = NamedGraph.powerLaw(1_000).graph();
        assertThat(graph.size()).isEqualTo(1_000);
        for (int user = 1; user <= 1_000; user++) {
            int author = graph.user(UserNames.of(user));
            assertThat(graph.followersOf(author))
                    .isEqualTo(law.followersOf(user).count());
        }
        assertThat(graph.followedBy(graph.user(UserNames.of(7))).mapToObj(graph::id))
                .contains(UserNames.of(PowerLaw.FIRST));
    }

    @Test
    void authorsOfAllRanksAreAtEvenDistancesAndHaveFollowers() {
        NamedGraph graph = NamedGraph.powerLaw(1_000);
        List<String> authors = graph.ofAllRanks(10);
        List<String> ranking = graph.mostFollowed(1_000).stream()
                .filter(author -> graph.graph().followersOf(graph.graph().user(author)) > 0)
                .toList();
        assertThat(authors).hasSize(10).startsWith(ranking.getFirst());
        assertThat(authors.get(9)).isEqualTo(ranking.get(9 * ranking.size() / 10));
        assertThat(graph.ofAllRanks(1_000)).isEqualTo(ranking);
    }

    @Test
    void countsWhatPostsDeliver(@TempDir Path folder) throws IOException {
        Posts posts = NamedGraph.facebook(edges(folder)).posts(List.of("c", "a"), 2);
        assertThat(posts).isEqualTo(new Posts(List.of("c", "a", "c", "a"), 8));
    }

    private static Path edges(Path folder) throws IOException {
        return Files.writeString(folder.resolve("edges.txt"), "a b\nb c\nc d\nc e\n");
    }
}
