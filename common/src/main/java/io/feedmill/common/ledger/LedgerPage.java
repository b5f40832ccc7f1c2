package io.feedmill.common.ledger;

import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Entries of one partition of the ledger.
 *
 * @param next what to go on behind; null at the partition's end
 * @param units the read units that it took
 */
public record LedgerPage(
        List<LedgerEntry> entries, @Nullable String next, double units) {}
