package io.feedmill.stack.graph;

import io.feedmill.common.key.UserId;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.StringTokenizer;
import java.util.zip.GZIPInputStream;

/**
 * Reads an edge list: two ids a line, {@code a b} says that a follows b. Lines that are empty or begin with {@code #} or {@code %} are
 * skipped, and so are lines of a single number before the first edge, in which some collections give the size of the graph. A file may be
 * compressed by gzip under any name. Not thread-safe; for one file.
 */
public final class EdgeListReader {
    private static final int GZIP_MAGIC = 0x1f8b;

    private final Path file;
    private final boolean undirected;
    private final FollowGraph.Builder graph = new FollowGraph.Builder();
    private long line;
    private boolean inHeader = true;

    private EdgeListReader(Path file, boolean undirected) {
        this.file = file;
        this.undirected = undirected;
    }

    /** Reads the file; undirected, each edge is taken both ways. Throws {@link BadGraphException}. */
    public static FollowGraph read(Path file, boolean undirected) {
        return new EdgeListReader(file, undirected).read();
    }

    private FollowGraph read() {
        try (BufferedReader lines = new BufferedReader(new InputStreamReader(open(), StandardCharsets.UTF_8))) {
            lines.lines().forEach(this::take);
        } catch (IOException | UncheckedIOException e) {
            throw new BadGraphException("Cannot read the graph %s: %s.".formatted(file, e.getMessage()), e);
        }
        FollowGraph result = graph.build();
        if (result.follows() == 0) {
            throw new BadGraphException("The graph %s has no edge.".formatted(file));
        }
        return result;
    }

    private InputStream open() throws IOException {
        if (!Files.isRegularFile(file)) {
            throw new BadGraphException("Graph file %s not found.".formatted(file));
        }
        InputStream bytes = new BufferedInputStream(Files.newInputStream(file));
        bytes.mark(2);
        int magic = (bytes.read() << 8) | bytes.read();
        bytes.reset();
        return magic == GZIP_MAGIC ? new GZIPInputStream(bytes) : bytes;
    }

    private void take(String text) {
        line++;
        StringTokenizer words = new StringTokenizer(text);
        if (!words.hasMoreTokens() || text.startsWith("#") || text.startsWith("%")) {
            return;
        }
        String first = words.nextToken();
        if (words.countTokens() == 1) {
            inHeader = false;
            addEdge(first, words.nextToken());
        } else if (!inHeader || words.hasMoreTokens() || !isNumber(first)) {
            throw bad("expected two ids");
        }
    }

    private void addEdge(String follower, String author) {
        int a = user(follower);
        int b = user(author);
        graph.follow(a, b);
        if (undirected) {
            graph.follow(b, a);
        }
    }

    private int user(String id) {
        if (!UserId.isValid(id)) {
            throw bad("an id has 1 to 64 characters from A-Z a-z 0-9 _ . -");
        }
        return graph.user(id);
    }

    private static boolean isNumber(String word) {
        return word.chars().allMatch(Character::isDigit);
    }

    private BadGraphException bad(String reason) {
        return new BadGraphException("Line %d of %s is no edge: %s.".formatted(line, file, reason));
    }

    /** A graph file that cannot be read or used. Its message is one sentence for the user, with the line if it has one. */
    public static final class BadGraphException extends RuntimeException {

        private static final long serialVersionUID = 1L;

        public BadGraphException(String message) {
            super(message);
        }

        public BadGraphException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
