package io.feedmill.api.follow;

import static java.util.function.Predicate.not;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.follow.FollowLines;
import io.feedmill.common.follow.FollowLines.FollowLine;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.follow.ReaderStore;
import io.feedmill.common.key.MonotonicTicks.AheadException;
import io.feedmill.common.storage.StorageException;
import io.opentelemetry.context.Context;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Gatherers;
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

    /** Of lines, in the answer. */
    private static final int MAX_REPORTED = 1_000;

    /**
     * The result of an import: the number of stored lines, of which one that repeats an earlier one counts too; the number of those that are neither
     * stored nor blank nor ignored, and the first of these; and how many were ignored, by kind: see {@link FollowLines}.
     */
    record ImportResponse(long imported, long rejectedCount, List<RejectedLine> rejected, Map<String, Long> ignored) {}

    /** A rejected line; the first line of an import has the number 1. */
    record RejectedLine(long line, String reason) {}

    /** Stores each valid line; throws 503 if the storage failed. When the body breaks off, full batches are stored. May be repeated. */
    ImportResponse run(InputStream body) throws IOException {
        Result result = new Result();
        FollowLines lines = new FollowLines(body, (number, reason) -> result.reject(new RejectedLine(number, reason)));
        try {
            lines.follows()
                    .peek(line -> result.imported++)
                    .gather(Gatherers.windowFixed(BATCH))
                    .gather(Gatherers.mapConcurrent(
                            IN_FLIGHT,
                            Context.current().<List<FollowLine>, List<RejectedLine>>wrapFunction(this::store)))
                    .forEach(result::rejectBlocked);
        } catch (StorageException | AheadException e) {
            throw interrupted(e, body);
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        metrics.count(Event.FOLLOWS_IMPORTED, result.imported);
        metrics.count(Event.FOLLOWS_REJECTED, result.rejected);
        return new ImportResponse(result.imported, result.rejected, result.firstRejected(), lines.ignored());
    }

    /** Stores the follows that no block forbids, then ends those of blocks that came meanwhile: a block that is stored later sees these follows. */
    private List<RejectedLine> store(List<FollowLine> batch) {
        List<Follow> follows = batch.stream().map(FollowLine::follow).toList();
        Set<Follow> before = readers.blocked(follows);
        store.importAll(follows.stream().filter(not(before::contains)).toList());
        Set<Follow> after = readers.blocked(follows);
        after.forEach(follow -> store.endForbidden(follow).ifPresent(changes::sendUnfollow));
        return batch.stream()
                .filter(line -> before.contains(line.follow()) || after.contains(line.follow()))
                .map(line -> new RejectedLine(line.number(), "one of the two blocks the other"))
                .toList();
    }

    /** Reads the rest of the body: a client that is still sending would not see the answer. */
    private static RuntimeException interrupted(RuntimeException error, InputStream body) throws IOException {
        body.transferTo(OutputStream.nullOutputStream());
        if (!(error instanceof StorageException failure) || failure.isPermanent()) {
            return error;
        }
        LOG.atWarn().addKeyValue("reason", failure.reason()).log("Import interrupted");
        return ProblemException.retryable(
                ProblemType.IMPORT_INTERRUPTED,
                "The storage failed during the import. Send all lines again: lines that are stored already do no harm.");
    }

    /** Counts the lines, and keeps the first rejected ones. */
    private static final class Result {
        private final List<RejectedLine> firstRejected = new ArrayList<>();
        private long imported;
        private long rejected;

        /** These lines were counted as valid before they were stored. */
        void rejectBlocked(List<RejectedLine> blocked) {
            imported -= blocked.size();
            blocked.forEach(this::reject);
        }

        void reject(RejectedLine line) {
            rejected++;
            if (firstRejected.size() < MAX_REPORTED) {
                firstRejected.add(line);
            }
        }

        List<RejectedLine> firstRejected() {
            return firstRejected.stream()
                    .sorted(Comparator.comparingLong(RejectedLine::line))
                    .toList();
        }
    }
}
