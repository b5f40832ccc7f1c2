package io.feedmill.stack.load;

import io.feedmill.stack.client.FeedmillClient;
import io.feedmill.stack.client.FeedmillClient.ImportResult;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.graph.FollowGraph;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;

/** Imports a graph in several calls: every answer says how far it is. */
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
        RunClock clock = new RunClock();
        AtomicLong done = new AtomicLong();
        try (Progress progress = screen.progress("import", graph.follows())) {
            IntStream.range(0, graph.size())
                    .boxed()
                    .flatMap(user ->
                            graph.followedBy(user).mapToObj(author -> graph.id(user) + " " + graph.id(author) + "\n"))
                    .gather(Gatherers.windowFixed(LINES_A_CALL))
                    .forEach(lines -> {
                        send(lines);
                        progress.at(done.addAndGet(lines.size()));
                    });
        }
        return clock.now();
    }

    private void send(List<String> lines) {
        ImportResult result = feedmill.importFollows(String.join("", lines));
        if (result.imported() != lines.size() || result.rejectedCount() != 0) {
            throw new StepFailure("An import took %,d of %,d follows and rejected %,d, first: %s"
                    .formatted(
                            result.imported(),
                            lines.size(),
                            result.rejectedCount(),
                            result.rejected().stream().limit(3).toList()));
        }
    }
}
