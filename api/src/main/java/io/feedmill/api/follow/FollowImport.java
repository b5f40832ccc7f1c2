package io.feedmill.api.follow;

import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.common.follow.FollowStore;
import java.io.IOException;
import java.io.InputStream;
import java.util.Optional;
import org.springframework.stereotype.Service;

/** Imports relations from lines of text as they arrive. */
@Service
final class FollowImport {
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
     * @throws IOException if the body breaks off; what came before is stored, and importing it again does no harm
     */
    ImportResponse run(InputStream body) throws IOException {
        LineReader lines = new LineReader(body, Math.toIntExact(settings.lineLimit().toBytes()));
        ImportTally tally = new ImportTally(settings.reported());
        try (BatchedFollows batches = new BatchedFollows(store, settings)) {
            while (lines.next()) {
                take(lines, batches, tally);
            }
            batches.flush();
        }
        metrics.followsImported(tally.imported());
        metrics.followsRejected(tally.rejected());
        return tally.response();
    }

    private static void take(LineReader lines, BatchedFollows batches, ImportTally tally) {
        switch (parse(lines)) {
            case ImportLine.Relation(var follow) -> {
                batches.add(follow);
                tally.accept();
            }
            case ImportLine.Rejected(String reason) -> tally.reject(lines.number(), reason);
            case ImportLine.Nothing() -> {}
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
