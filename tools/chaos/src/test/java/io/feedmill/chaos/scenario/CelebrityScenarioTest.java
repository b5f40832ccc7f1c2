package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.graph.FollowGraph;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class CelebrityScenarioTest {

    private final FollowGraph graph = CelebrityScenario.graph(300);

    @Test
    void everyFanFollowsTheCelebrity() {
        assertThat(graph.followersOf(graph.user("celebrity"))).isEqualTo(300);
    }

    @Test
    void everySmallAuthorHasAsManyFollowers() {
        assertThat(IntStream.range(0, 200).map(number -> graph.followersOf(graph.user("small-%04d".formatted(number)))))
                .containsOnly(50);
    }

    @Test
    void noAuthorHasMoreFollowersThanThereAreFans() {
        FollowGraph small = CelebrityScenario.graph(10);
        assertThat(small.followersOf(small.user("small-0000"))).isEqualTo(10);
    }

    @Test
    void theSameNumberMakesTheSameGraph() {
        FollowGraph again = CelebrityScenario.graph(300);
        assertThat(IntStream.range(0, graph.size()))
                .allSatisfy(user -> assertThat(again.followedBy(user))
                        .containsExactlyElementsOf(
                                graph.followedBy(user).boxed().toList()));
    }
}
