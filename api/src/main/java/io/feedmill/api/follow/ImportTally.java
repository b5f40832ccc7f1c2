package io.feedmill.api.follow;

import io.feedmill.api.follow.ImportResponse.RejectedLine;
import java.util.ArrayList;
import java.util.List;

/** Counts the lines of an import and keeps the first bad ones. Not thread-safe. */
final class ImportTally {
    private final int reported;
    private final List<RejectedLine> first = new ArrayList<>();
    private long imported;
    private long rejected;

    ImportTally(int reported) {
        this.reported = reported;
    }

    void accept() {
        imported++;
    }

    void reject(long line, String reason) {
        rejected++;
        if (first.size() < reported) {
            first.add(new RejectedLine(line, reason));
        }
    }

    long imported() {
        return imported;
    }

    long rejected() {
        return rejected;
    }

    ImportResponse response() {
        return new ImportResponse(imported, rejected, List.copyOf(first));
    }
}
