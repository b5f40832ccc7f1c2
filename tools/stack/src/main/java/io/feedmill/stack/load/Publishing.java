package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.Counters;
import io.feedmill.stack.client.FeedmillClient.PublishedPost;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.Posts;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** Publishes posts by authors drawn in proportion to their followers, several at a time. */
public final class Publishing {
    private static final long SEED = 20_260_102;
    private static final int IN_FLIGHT = 8;

    private final FeedmillClient feedmill;
    private final Screen screen;

    public Publishing(FeedmillClient feedmill, Screen screen) {
        this.feedmill = feedmill;
        this.screen = screen;
    }

    public Run run(FollowGraph graph, int count) {
        List<String> authors =
                IntStream.of(graph.drawAuthors(count, SEED)).mapToObj(graph::id).toList();
        Map<String, Counters> before = new ConcurrentHashMap<>();
        authors.stream()
                .distinct()
                .gather(Gatherers.mapConcurrent(IN_FLIGHT, author -> before.put(author, feedmill.counters(author))))
                .forEach(done -> {});
        String marker = "run-" + UUID.randomUUID();
        return new Run(graph, Posts.of(marker, publish(authors, marker)), before);
    }

    private List<PublishedPost> publish(List<String> authors, String marker) {
        List<Integer> numbers = IntStream.range(0, authors.size()).boxed().toList();
        return screen.each("publish", IN_FLIGHT, numbers, number -> {
            String author = authors.get(number);
            String text = "Post %d by %s in run %s".formatted(number + 1, author, marker);
            return Persistence.PATIENT.get(() -> feedmill.publish(author, text, marker + "-" + number));
        });
    }
}
