package io.feedmill.stack.load;

import io.feedmill.stack.client.Counters;
import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.PublishedPost;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import io.feedmill.stack.verify.Posts;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Publishes posts by drawn authors, several at a time. */
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
        int[] authors = new AuthorDraw(graph).draw(count, SEED);
        List<String> ids = IntStream.of(authors).mapToObj(graph::id).toList();
        Map<String, Counters> before = counters(ids.stream().distinct().toList());
        String marker = "run-" + UUID.randomUUID();
        return new Run(graph, Posts.of(marker, publish(ids, marker)), before);
    }

    private Map<String, Counters> counters(List<String> authors) {
        List<Counters> counters = Parallel.map(authors, IN_FLIGHT, feedmill::counters);
        return IntStream.range(0, authors.size()).boxed().collect(Collectors.toMap(authors::get, counters::get));
    }

    private List<PublishedPost> publish(List<String> authors, String marker) {
        AtomicInteger done = new AtomicInteger();
        try (Progress progress = screen.progress("publish", authors.size())) {
            Function<Integer, PublishedPost> publish = number -> {
                String text = "Post %d by %s in run %s".formatted(number + 1, authors.get(number), marker);
                var answer = Persistence.PATIENT.call(
                        () -> feedmill.publish(authors.get(number), text, marker + "-" + number));
                progress.at(done.incrementAndGet());
                return answer.value();
            };
            List<Integer> numbers = IntStream.range(0, authors.size()).boxed().toList();
            return Parallel.map(numbers, IN_FLIGHT, publish);
        }
    }
}
