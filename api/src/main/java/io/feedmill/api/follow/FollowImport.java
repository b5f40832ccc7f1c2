package io.feedmill.api.follow;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringTokenizer;
import java.util.stream.Gatherers;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Imports follows from a stream of lines: stores batches concurrently and keeps only those in flight in memory. */
@Service
record FollowImport(FollowStore store, ReaderStore readers, FollowChanges changes, ApiMetrics metrics) {
    private static final Logger LOG = LoggerFactory.getLogger(FollowImport.class);

    /** Follows that are stored together, and batches at a time: with longer lines refused, an import holds about 2 MiB. */
    static final int BATCH = 250;

    static final int IN_FLIGHT = 8;
    private static final int MAX_LINE_BYTES = 1024;

    /** Of lines, in the answer. */
    private static final int MAX_REPORTED = 1_000;

    /**
     * The result of an import.
     *
     * @param imported the stored lines; a line that repeats an earlier one counts too
     * @param rejectedCount the lines that are neither stored nor blank nor a comment
     * @param rejected the first of them
     */
    record ImportResponse(long imported, long rejectedCount, List<RejectedLine> rejected) {}

    /** A rejected line; the first line of an import has the number 1. */
    record RejectedLine(long line, String reason) {}

    /**
     * Stores each valid line and reports the others.
     *
     * @throws ProblemException 503 if the storage failed during the import
     * @throws IOException if the body breaks off; earlier full batches are stored, and the import may be repeated
     */
    ImportResponse run(InputStream body) throws IOException {
        Lines lines = new Lines(new LineReader(body, MAX_LINE_BYTES));
        try {
            store(lines);
        } catch (StorageException e) {
            throw interrupted(e, body);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        metrics.count(ApiMetrics.FOLLOWS_IMPORTED, lines.imported);
        metrics.count(ApiMetrics.FOLLOWS_REJECTED, lines.rejected);
        return new ImportResponse(lines.imported, lines.rejected, lines.firstRejected());
    }

    private void store(Lines lines) {
        Stream.iterate(lines.next(), Optional::isPresent, previous -> lines.next())
                .flatMap(Optional::stream)
                .gather(Gatherers.windowFixed(BATCH))
                .gather(Gatherers.mapConcurrent(
                        IN_FLIGHT, Context.current().<List<Line>, List<RejectedLine>>wrapFunction(this::store)))
                .forEach(lines::rejectBlocked);
    }

    /**
     * Stores the follows. Then reads the blocks, and ends the follows that they forbid: a block that is stored later sees these follows. Returns the
     * lines of ended follows.
     */
    private List<RejectedLine> store(List<Line> batch) {
        store.importAll(batch.stream().map(Line::follow).toList());
        Set<Follow> blocked = readers.blocked(batch.stream().map(Line::follow).toList());
        blocked.forEach(changes::endForbidden);
        return batch.stream()
                .filter(line -> blocked.contains(line.follow()))
                .map(line -> new RejectedLine(line.number(), "one of the two blocks the other"))
                .toList();
    }

    /** A valid line. */
    private record Line(long number, Follow follow) {}

    /** Reads the rest of the body: a client that is still sending would not see the answer. */
    private static RuntimeException interrupted(StorageException error, InputStream body) throws IOException {
        body.transferTo(OutputStream.nullOutputStream());
        if (error.isPermanent()) {
            return error;
        }
        LOG.atWarn().addKeyValue("reason", error.reason()).log("Import interrupted");
        return ProblemException.retryable(
                ProblemType.IMPORT_INTERRUPTED,
                "The storage failed during the import. Send all lines again: lines that are stored already do no harm.");
    }

    /** Reads the follows of an import, counts the lines and keeps the first rejected ones. */
    private static final class Lines {
        private final LineReader reader;
        private final List<RejectedLine> firstRejected = new ArrayList<>();
        private long imported;
        private long rejected;

        Lines(LineReader reader) {
            this.reader = reader;
        }

        /** Returns the next valid line; empty at the end. */
        Optional<Line> next() {
            try {
                while (reader.next()) {
                    switch (parse()) {
                        case ImportLine.Relation relation -> {
                            imported++;
                            return Optional.of(new Line(reader.number(), relation.follow()));
                        }
                        case ImportLine.Rejected line -> reject(new RejectedLine(reader.number(), line.reason()));
                        case ImportLine.Nothing ignored -> {}
                    }
                }
                return Optional.empty();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }

        private ImportLine parse() {
            if (reader.tooLong()) {
                return new ImportLine.Rejected("the line is too long");
            }
            Optional<String> text = reader.text();
            return text.isPresent() ? ImportLine.parse(text.get()) : new ImportLine.Rejected("the line is not UTF-8");
        }

        /** These lines were counted as valid before they were stored. */
        void rejectBlocked(List<RejectedLine> blocked) {
            imported -= blocked.size();
            blocked.forEach(this::reject);
        }

        private void reject(RejectedLine line) {
            rejected++;
            if (firstRejected.size() < MAX_REPORTED) {
                firstRejected.add(line);
            }
        }

        private List<RejectedLine> firstRejected() {
            return firstRejected.stream()
                    .sorted(Comparator.comparingLong(RejectedLine::line))
                    .toList();
        }
    }

    /** A parsed line of an import. */
    sealed interface ImportLine {

        /** A follow to store. */
        record Relation(Follow follow) implements ImportLine {}

        /** A blank line or a comment. */
        record Nothing() implements ImportLine {}

        /** An invalid line. */
        record Rejected(String reason) implements ImportLine {}

        static ImportLine parse(String line) {
            StringTokenizer words = new StringTokenizer(line, " \t");
            if (!words.hasMoreTokens() || line.stripLeading().startsWith("#")) {
                return new Nothing();
            }
            if (words.countTokens() != 2) {
                return new Rejected("expected a follower and an author, found " + words.countTokens() + " words");
            }
            return relation(words.nextToken(), words.nextToken());
        }

        private static ImportLine relation(String follower, String author) {
            if (!UserId.isValid(follower)) {
                return new Rejected("the follower's id is not valid");
            }
            if (!UserId.isValid(author)) {
                return new Rejected("the author's id is not valid");
            }
            return follower.equals(author)
                    ? new Rejected("the follower and the author are the same")
                    : new Relation(new Follow(new UserId(follower), new UserId(author)));
        }
    }
}
