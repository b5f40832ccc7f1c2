package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.measure.Contender;
import io.feedmill.bench.measure.Contender.Role;
import io.feedmill.bench.measure.Figures;
import io.feedmill.bench.measure.Figures.Series;
import io.feedmill.bench.measure.Goal;
import io.feedmill.bench.measure.Metric;
import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class StreamFrameworkScenarioTest {

    @Test
    void theMostFollowedAuthorsTakeTurns() {
        FollowGraph graph = new GraphGenerator(100, 90, 0.5, 1).generate();
        Posts posts = StreamFrameworkScenario.postsOfMostFollowed(graph, 2);
        assertThat(posts.authors()).hasSize(40).startsWith("user-00001", "user-00002");
        assertThat(posts.authors().subList(20, 40)).isEqualTo(posts.authors().subList(0, 20));
        int least = graph.followersOf(graph.user(posts.authors().get(19)));
        assertThat(IntStream.range(20, 100)).allMatch(other -> graph.followersOf(other) <= least);
        assertThat(posts.deliveries())
                .isEqualTo(posts.authors().stream()
                        .mapToLong(author -> graph.followersOf(graph.user(author)))
                        .sum());
    }

    @Test
    void eachGoalIsJudgedAgainstTheBetterOfTheirs() {
        Figures figures = new Figures(
                "",
                Metric.DELIVERIES_PER_SECOND,
                List.of(
                        series(Contender.FEEDMILL, Role.OURS, 100_000, 5),
                        series("faster", Role.PEER, 25_000, 60),
                        series("cheaper", Role.PEER, 20_000, 45)));
        assertThat(StreamFrameworkScenario.goals(figures))
                .containsExactly(Goal.SF_CPU.measured(9), Goal.SF_RATE.measured(4));
    }

    private static Series series(String name, Role role, double rate, double cpu) {
        return new Series(name, role, List.of(Map.of(Metric.DELIVERIES_PER_SECOND, rate, Metric.CPU_MICROS, cpu)));
    }
}
