package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.ImportResult;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** Imports a graph in calls of some users each: every answer says how far it is. */
public final class GraphImport {

    /** As many as the API stores at once: one call at a time is then as fast as one for all. */
    private static final int LINES_A_CALL = 2_000;

    private final FeedmillClient feedmill;
    private final Screen screen;

    public GraphImport(FeedmillClient feedmill, Screen screen) {
        this.feedmill = feedmill;
        this.screen = screen;
    }

    /** Returns how long it took; throws {@link StepFailure} unless every follow was taken. */
    public Duration run(FollowGraph graph) {
        long start = System.nanoTime();
        long done = 0;
        try (Progress progress = screen.progress("import", graph.follows())) {
            for (Part part : parts(graph)) {
                send(part.lines(graph), part.follows());
                done += part.follows();
                progress.at(done);
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    private void send(String lines, long follows) {
        ImportResult result = feedmill.importFollows(lines);
        if (result.imported() != follows || result.rejectedCount() != 0) {
            throw new StepFailure("An import took %,d of %,d follows and rejected %,d, first: %s"
                    .formatted(
                            result.imported(),
                            follows,
                            result.rejectedCount(),
                            result.rejected().stream().limit(3).toList()));
        }
    }

    private static List<Part> parts(FollowGraph graph) {
        List<Part> parts = new ArrayList<>();
        int from = 0;
        long follows = 0;
        for (int user = 0; user < graph.size(); user++) {
            follows += graph.followedBy(user).count();
            if (follows >= LINES_A_CALL || user == graph.size() - 1) {
                parts.add(new Part(from, user + 1, follows));
                from = user + 1;
                follows = 0;
            }
        }
        return parts;
    }

    /** Some users, the last one exclusive, and how many they follow together. */
    private record Part(int from, int to, long follows) {

        String lines(FollowGraph graph) {
            return IntStream.range(from, to)
                    .boxed()
                    .flatMap(user ->
                            graph.followedBy(user).mapToObj(author -> graph.id(user) + " " + graph.id(author) + "\n"))
                    .collect(Collectors.joining());
        }
    }
}
