package io.feedmill.local.demo;

import io.feedmill.local.client.FeedmillClient;
import io.feedmill.local.client.ImportResult;
import io.feedmill.local.console.Progress;
import io.feedmill.local.console.Screen;
import io.feedmill.local.graph.FollowGraph;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Iterator;
import java.util.NoSuchElementException;
import java.util.stream.IntStream;

/** Imports a graph in one streaming call. */
final class GraphImport {

    private static final int USERS_A_CHUNK = 100;

    private final FeedmillClient feedmill;
    private final Screen screen;

    GraphImport(FeedmillClient feedmill, Screen screen) {
        this.feedmill = feedmill;
        this.screen = screen;
    }

    /** Returns how long it took; throws {@link DemoFailure} unless every follow was taken. */
    Duration run(FollowGraph graph) {
        long start = System.nanoTime();
        try (Progress progress = screen.progress("import", graph.follows())) {
            ImportResult result = feedmill.importFollows(() -> new Chunks(graph, progress));
            if (result.imported() != graph.follows() || result.rejectedCount() != 0) {
                throw new DemoFailure("The import took %,d of %,d follows and rejected %,d, first: %s"
                        .formatted(
                                result.imported(),
                                graph.follows(),
                                result.rejectedCount(),
                                result.rejected().stream().limit(3).toList()));
            }
        }
        return Duration.ofNanos(System.nanoTime() - start);
    }

    /** The lines of some users at a time, made when the connection wants them. */
    private static final class Chunks implements Iterator<byte[]> {
        private final FollowGraph graph;
        private final Progress progress;
        private int nextUser;
        private long sent;

        private Chunks(FollowGraph graph, Progress progress) {
            this.graph = graph;
            this.progress = progress;
        }

        /** Skips who follows nobody: an empty chunk would end the request. */
        @Override
        public boolean hasNext() {
            while (nextUser < graph.size()
                    && graph.followedBy(nextUser).findAny().isEmpty()) {
                nextUser++;
            }
            return nextUser < graph.size();
        }

        @Override
        public byte[] next() {
            if (!hasNext()) {
                throw new NoSuchElementException();
            }
            StringBuilder lines = new StringBuilder();
            int end = Math.min(graph.size(), nextUser + USERS_A_CHUNK);
            IntStream.range(nextUser, end).forEach(user -> append(lines, user));
            nextUser = end;
            progress.at(sent);
            return lines.toString().getBytes(StandardCharsets.US_ASCII);
        }

        private void append(StringBuilder lines, int user) {
            graph.followedBy(user).forEach(author -> {
                lines.append(graph.id(user))
                        .append(' ')
                        .append(graph.id(author))
                        .append('\n');
                sent++;
            });
        }
    }
}
