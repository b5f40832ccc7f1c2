package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Results.Snapshot;

/**
 * An audit between two of its pages.
 *
 * @param audit which audit this is the state of
 * @param seed of its sample
 * @param readUnits consumed by it, earlier runs included
 * @param millis that it took, earlier runs included
 */
public record AuditState(String audit, long seed, Walk walk, Snapshot results, double readUnits, long millis) {

    /** Before the first page. */
    public static AuditState begin(AuditOptions options, String audit, long seed) {
        return new AuditState(audit, seed, options.begin(), Snapshot.EMPTY, 0, 0);
    }
}
