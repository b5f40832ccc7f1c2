package io.feedmill.stack.living;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.graph.GraphGenerator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

class ChurnTest {

    private static final FollowGraph GRAPH = new GraphGenerator(300, 100, 1.0, 1).generate();
    private static final List<Event.Publish> POSTS = IntStream.range(0, 100)
            .mapToObj(post -> new Event.Publish("p" + post, GRAPH.id(0), "text"))
            .toList();

    private final List<List<Event>> parts = Churn.draw(GRAPH, POSTS, 10, new Random(1));

    @Test
    void theShareOfFollowsAndPostsChanges() {
        long share = Math.round(GRAPH.follows() / 10.0);
        assertThat(of(Event.Unfollow.class)).hasSize((int) share).doesNotHaveDuplicates();
        assertThat(of(Event.Follow.class)).hasSizeBetween((int) (share * 0.8), (int) share - 1);
        assertThat(of(Event.Edit.class)).hasSize(10);
        assertThat(of(Event.Retract.class)).hasSize(10);
        assertThat(of(Event.Publish.class)).containsExactlyInAnyOrderElementsOf(POSTS);
    }

    @Test
    void twoCallsAboutTheSameAreNeverUnderWayAtOnce() {
        Map<Object, Integer> first = new HashMap<>();
        List<Event> calls = parts.getFirst();
        for (int i = 0; i < calls.size(); i++) {
            Integer before = first.put(subject(calls.get(i)), i);
            assertThat(before == null ? Churn.AT_ONCE : i - before).isGreaterThanOrEqualTo(Churn.AT_ONCE);
        }
        assertThat(parts.getLast()).extracting(ChurnTest::subject).doesNotHaveDuplicates();
    }

    @Test
    void changesComeAfterWhatTheyChange() {
        FeedModel model = FeedModel.of(GRAPH);
        parts.forEach(part -> part.forEach(model::apply));
        assertThat(model.posts()).hasSize(100);
        assertThat(model.posts().stream().mapToInt(FeedModel.Post::changes).sum())
                .isEqualTo(20);
    }

    @Test
    void withoutAPercentageOnlyPostsArePublished() {
        assertThat(Churn.draw(GRAPH, POSTS, 0, new Random(1))).containsExactly(List.copyOf(POSTS));
    }

    private Stream<Event> all() {
        return parts.stream().flatMap(List::stream);
    }

    private <T> List<T> of(Class<T> kind) {
        return all().filter(kind::isInstance).map(kind::cast).toList();
    }

    private static Object subject(Event event) {
        return switch (event) {
            case Event.Publish publish -> publish.post();
            case Event.Edit edit -> edit.post();
            case Event.Retract retract -> retract.post();
            case Event.Follow follow -> List.of(follow.user(), follow.author());
            case Event.Unfollow unfollow -> List.of(unfollow.user(), unfollow.author());
            default -> event;
        };
    }
}
