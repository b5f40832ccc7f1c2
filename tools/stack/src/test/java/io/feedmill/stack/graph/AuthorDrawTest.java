package io.feedmill.stack.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import java.util.Arrays;
import org.junit.jupiter.api.Test;

class AuthorDrawTest {

    private final FollowGraph graph = new GraphGenerator(1_000, 500, 1.0, 3).generate();

    @Test
    void drawsInProportionToFollowers() {
        int[] authors = graph.drawAuthors(100_000, 1);
        for (int author = 0; author < 10; author++) {
            double share = (double) graph.followersOf(author) / graph.follows();
            assertThat((double) count(authors, author) / authors.length).isCloseTo(share, within(0.01));
        }
    }

    @Test
    void neverDrawsWhoHasNoFollowers() {
        assertThat(Arrays.stream(graph.drawAuthors(100_000, 2))).allMatch(author -> graph.followersOf(author) > 0);
    }

    @Test
    void theLargestIsAlwaysAmongThem() {
        for (int seed = 0; seed < 200; seed++) {
            assertThat(graph.drawAuthors(1, seed)).containsExactly(0);
            assertThat(graph.drawAuthors(3, seed)).hasSize(3).contains(0);
        }
    }

    @Test
    void theSameSeedDrawsTheSame() {
        assertThat(graph.drawAuthors(50, 5)).isEqualTo(graph.drawAuthors(50, 5)).isNotEqualTo(graph.drawAuthors(50, 6));
    }

    private static long count(int[] authors, int author) {
        return Arrays.stream(authors).filter(drawn -> drawn == author).count();
    }
}
