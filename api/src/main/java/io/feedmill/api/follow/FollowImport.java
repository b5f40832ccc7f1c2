package io.feedmill.api.follow;

import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.api.problem.Problem;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.follow.FollowStore;
import io.feedmill.common.storage.StorageException;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Service;

/** Imports relations from lines of text as they arrive. */
@Service
final class FollowImport {
    private static final Logger log = LoggerFactory.getLogger(FollowImport.class);

    private final FollowStore store;
    private final ImportSettings settings;
    private final ApiMetrics metrics;

    FollowImport(FollowStore store, ImportSettings settings, ApiMetrics metrics) {
        this.store = store;
        this.settings = settings;
        this.metrics = metrics;
    }

    /**
     * Stores every good line and counts the bad ones.
     *
     * @throws ProblemException 503 if the storage failed midway
     * @throws IOException if the body breaks off; the full batches before are stored, and importing it again does no harm
     */
    ImportResponse run(InputStream body) throws IOException {
        ImportTally tally = new ImportTally(settings.reported());
        try {
            store(new LineReader(body, Math.toIntExact(settings.lineLimit().toBytes())), tally);
        } catch (StorageException e) {
            throw interrupted(e, body);
        }
        metrics.followsImported(tally.imported());
        metrics.followsRejected(tally.rejected());
        return tally.response();
    }

    private void store(LineReader lines, ImportTally tally) throws IOException {
        try (BatchedFollows batches = new BatchedFollows(store, settings)) {
            while (lines.next()) {
                take(lines, batches, tally);
            }
            batches.flush();
        }
    }

    /** Reads the rest of the body: a client that is still sending would not see the answer. */
    private static RuntimeException interrupted(StorageException error, InputStream body) throws IOException {
        body.transferTo(OutputStream.nullOutputStream());
        if (error.isPermanent()) {
            return error;
        }
        log.atWarn().addKeyValue("reason", error.reason()).log("import interrupted");
        return new ProblemException(Problem.retryable(
                ProblemType.IMPORT_INTERRUPTED,
                "The storage failed midway. Send all lines again: what is stored already is not harmed."));
    }

    private static void take(LineReader lines, BatchedFollows batches, ImportTally tally) {
        switch (parse(lines)) {
            case ImportLine.Relation relation -> {
                batches.add(relation.follow());
                tally.accept();
            }
            case ImportLine.Rejected rejected -> tally.reject(lines.number(), rejected.reason());
            case ImportLine.Nothing ignored -> {}
        }
    }

    private static ImportLine parse(LineReader lines) {
        if (lines.tooLong()) {
            return new ImportLine.Rejected("the line is too long");
        }
        Optional<String> text = lines.text();
        return text.isPresent() ? ImportLine.parse(text.get()) : new ImportLine.Rejected("the line is not UTF-8");
    }
}
