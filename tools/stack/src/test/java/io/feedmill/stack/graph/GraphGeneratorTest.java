package io.feedmill.stack.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class GraphGeneratorTest {

    private static final FollowGraph DEFAULT = GraphGenerator.DEFAULT.generate();

    @Test
    void theLargestAuthorOfTheDemoHasMostOfTheUsersAsFollowers() {
        assertThat(DEFAULT.followersOf(DEFAULT.largestAuthor())).isEqualTo(2_500);
        assertThat(DEFAULT.id(DEFAULT.largestAuthor())).isEqualTo("user-00001");
    }

    @Test
    void theDemoHasTheDocumentedNumberOfFollows() {
        assertThat(DEFAULT.size()).isEqualTo(3_000);
        assertThat(DEFAULT.follows()).isBetween(13_000L, 15_000L);
    }

    @Test
    void followersFallAsAPowerOfTheRank() {
        for (int rank : new int[] {1, 2, 10, 100, 1000}) {
            assertThat(DEFAULT.followersOf(rank - 1)).isEqualTo((int) (2_500 / Math.pow(rank, 1.1)));
        }
    }

    @Test
    void noUserFollowsThemselvesOrAnAuthorTwice() {
        for (int user = 0; user < DEFAULT.size(); user++) {
            int[] authors = DEFAULT.followedBy(user).toArray();
            assertThat(authors).doesNotContain(user).doesNotHaveDuplicates();
        }
    }

    @Test
    void theSameSeedMakesTheSameGraph() {
        assertThat(edges(new GraphGenerator(500, 300, 1.0, 7)))
                .isEqualTo(edges(new GraphGenerator(500, 300, 1.0, 7)))
                .isNotEqualTo(edges(new GraphGenerator(500, 300, 1.0, 8)));
    }

    @Test
    void anAuthorCanBeFollowedByAllOthers() {
        FollowGraph graph = new GraphGenerator(50, 49, 1.0, 1).generate();
        assertThat(graph.followersOf(0)).isEqualTo(49);
    }

    @Test
    void refusesMoreFollowersThanThereAreOthers() {
        assertThatIllegalArgumentException().isThrownBy(() -> new GraphGenerator(50, 50, 1.0, 1));
    }

    private static String edges(GraphGenerator generator) {
        FollowGraph graph = generator.generate();
        return IntStream.range(0, graph.size())
                .mapToObj(user -> graph.followedBy(user).boxed().toList())
                .toList()
                .toString();
    }
}
