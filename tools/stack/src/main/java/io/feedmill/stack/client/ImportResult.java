package io.feedmill.stack.client;

import java.util.List;

/** The answer to an import; at most the first 1,000 rejected lines are listed. */
public record ImportResult(long imported, long rejectedCount, List<Rejected> rejected) {

    public record Rejected(long line, String reason) {}
}
