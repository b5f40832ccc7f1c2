package io.feedmill.chaos.check;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.load.FollowHistory;
import io.feedmill.stack.load.FollowHistory.Relation;
import io.feedmill.stack.verify.Timeline;
import io.feedmill.stack.verify.Timeline.Change;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** User ann always follows bob, cleo unfollows bob, and the last call of unsure is never answered. */
class FollowerCheckTest {

    private static final FollowHistory HISTORY = new FollowHistory(Map.of(
            new Relation("cleo", "bob"), new Timeline(true, List.of(new Change(false, Duration.ofSeconds(1)))),
            new Relation("unsure", "bob"), new Timeline(false, List.of(new Change(true, Change.NEVER)))));

    @Test
    void findsNothingIfTheLastCallsAreApplied() {
        assertThat(compare("ann")).isEmpty();
        assertThat(compare("ann", "unsure")).isEmpty();
    }

    @Test
    void findsMissingFollowers() {
        assertThat(compare()).containsExactly("ann is not among the followers of bob, and should be.");
    }

    @Test
    void findsUnexpectedFollowers() {
        assertThat(compare("ann", "cleo", "stranger"))
                .containsExactly(
                        "cleo is among the followers of bob, and should not be.",
                        "stranger is among the followers of bob, and should not be.");
    }

    private static List<String> compare(String... followers) {
        FollowGraph.Builder graph = new FollowGraph.Builder();
        graph.follow(graph.user("ann"), graph.user("bob"));
        graph.follow(graph.user("cleo"), graph.user("bob"));
        return new FollowerCheck(graph.build(), HISTORY).compare("bob", List.of(followers));
    }
}
