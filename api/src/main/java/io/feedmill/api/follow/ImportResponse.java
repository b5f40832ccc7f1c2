package io.feedmill.api.follow;

import java.util.List;

/**
 * What came of an import.
 *
 * @param imported lines that are stored; a line that says what an earlier one said counts, too
 * @param rejectedCount lines that are neither stored nor blank nor a comment
 * @param rejected the first of those
 */
record ImportResponse(long imported, long rejectedCount, List<RejectedLine> rejected) {

    /** One of them; lines count from 1. */
    record RejectedLine(long line, String reason) {}
}
