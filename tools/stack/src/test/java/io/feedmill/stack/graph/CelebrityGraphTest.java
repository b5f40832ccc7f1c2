package io.feedmill.stack.graph;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CelebrityGraphTest {

    private final FollowGraph graph = new CelebrityGraph(300, 20, 50, 1).generate();

    @Test
    void everyFanFollowsTheCelebrity() {
        assertThat(graph.followersOf(graph.user(CelebrityGraph.CELEBRITY))).isEqualTo(300);
    }

    @Test
    void everySmallAuthorHasAsManyFollowers() {
        assertThat(IntStream.range(0, 20).map(number -> graph.followersOf(graph.user(CelebrityGraph.small(number)))))
                .containsOnly(50);
    }

    @Test
    void theSameNumbersMakeTheSameGraph() {
        FollowGraph again = new CelebrityGraph(300, 20, 50, 1).generate();
        assertThat(IntStream.range(0, graph.size()))
                .allSatisfy(user -> assertThat(again.followedBy(user))
                        .containsExactlyElementsOf(
                                graph.followedBy(user).boxed().toList()));
    }

    @Test
    void refusesMoreFollowersThanFans() {
        assertThatIllegalArgumentException().isThrownBy(() -> new CelebrityGraph(10, 1, 11, 1));
    }
}
