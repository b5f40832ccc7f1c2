package io.feedmill.chaos.plan;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import io.feedmill.stack.living.Event;
import io.feedmill.stack.living.FeedModel;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChangePlanTest {
    private static final FollowGraph GRAPH = new GraphGenerator(30, 20, 0.9, 1).generate();
    private static final int COUNT = 1_000;

    private final ChangePlan plan = new ChangePlan(GRAPH, "test");
    private final List<List<Event>> sequences =
            Stream.generate(plan::next).limit(COUNT).toList();

    @Test
    void postsAreEditedAndRetractedAndFollowsEndAndBeginAgain() {
        assertThat(sequences.stream()
                        .map(sequence -> sequence.stream()
                                .<Class<?>>map(Object::getClass)
                                .toList())
                        .collect(Collectors.toSet()))
                .containsExactlyInAnyOrder(
                        List.of(Event.Publish.class),
                        List.of(Event.Publish.class, Event.Edit.class),
                        List.of(Event.Publish.class, Event.Retract.class),
                        List.of(Event.Unfollow.class),
                        List.of(Event.Unfollow.class, Event.Follow.class));
    }

    @Test
    void aModelAcceptsAllAndEachFollowEndsOnce() {
        FeedModel model = FeedModel.of(GRAPH);
        assertThat(sequences.stream().flatMap(List::stream)).allMatch(model::apply);
        assertThat(model.calls(Event.Unfollow.class)).isPositive().isLessThanOrEqualTo((int) GRAPH.follows());
        assertThat(sequences.stream().map(List::getFirst)).doesNotHaveDuplicates();
        assertThat(model.posts()).hasSize(model.calls(Event.Publish.class));
    }

    @Test
    void noAuthorWritesMoreThanAFollowBrings() {
        assertThat(sequences.stream()
                        .flatMap(List::stream)
                        .filter(Event.Publish.class::isInstance)
                        .collect(
                                Collectors.groupingBy(event -> ((Event.Publish) event).author(), Collectors.counting()))
                        .values())
                .contains((long) FeedModel.MAX_POSTS_AN_AUTHOR)
                .allMatch(count -> count <= FeedModel.MAX_POSTS_AN_AUTHOR);
    }
}
