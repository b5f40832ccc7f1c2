package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.RandomTimestamp;
import io.feedmill.common.key.ShardedKey;
import java.time.Duration;
import java.time.Instant;
import java.util.random.RandomGenerator;

/**
 * Ledger entries as rows of the table {@code ledger}: a partition is one of the shards of a quarter hour, a sort key a random timestamp. An entry lives
 * for the retention, counted from its time.
 */
public record LedgerRows(int shards, RandomGenerator random, Duration retention) {
    public static final Table TABLE = Table.of("ledger");

    private static final String EVENT = "event";
    private static final String POSTED = "posted";
    private static final String DELIVERED = "delivered";
    private static final String VIEWED = "viewed";
    private static final String RETRACTED = "retracted";
    private static final String REDRIVE_BEGUN = "redrive-begun";
    private static final String REDRIVEN = "redriven";

    private static final String POST = "post";
    private static final String AUTHOR = "author";
    private static final String SKIPPED = "skipped";
    private static final String SLICES = "slices";
    private static final String COUNT = "count";
    private static final String QUEUE = "queue";
    private static final String REASON = "reason";
    private static final String RATE = "rate";
    private static final String MOVED = "moved";

    public Attributes row(LedgerEntry entry) {
        String partition = new ShardedKey(QuarterHour.of(entry.at()).value(), random.nextInt(shards)).value();
        Attributes row = Attributes.key(
                        partition, RandomTimestamp.of(entry.at(), random).value())
                .expires(entry.at().plus(retention));
        if (entry instanceof LedgerEntry.OfPost event) {
            row.string(POST, event.post().value()).string(AUTHOR, event.author().value());
        }
        return switch (entry) {
            case LedgerEntry.Posted p ->
                row.string(EVENT, POSTED)
                        .number(DELIVERED, p.delivered())
                        .number(SKIPPED, p.skipped())
                        .number(SLICES, p.slices());
            case LedgerEntry.Viewed v -> row.string(EVENT, VIEWED).number(COUNT, v.count());
            case LedgerEntry.Retracted r -> row.string(EVENT, RETRACTED);
            case LedgerEntry.RedriveBegun b -> messages(row.string(EVENT, REDRIVE_BEGUN), b.messages());
            case LedgerEntry.Redriven r ->
                messages(row.string(EVENT, REDRIVEN), r.messages()).number(MOVED, r.moved());
            case LedgerEntry.Unknown u -> throw new IllegalArgumentException("Unknown ledger event: " + u.event());
        };
    }

    private static Attributes messages(Attributes row, LedgerEntry.DeadLetters messages) {
        row.string(QUEUE, messages.queue()).number(RATE, messages.rate());
        return row.optionalString(REASON, messages.reason());
    }

    static LedgerEntry entry(Row row) {
        Instant at = RandomTimestamp.parse(row.sk()).second();
        return switch (row.string(EVENT)) {
            case POSTED ->
                new LedgerEntry.Posted(
                        post(row),
                        row.user(AUTHOR),
                        at,
                        row.number(DELIVERED),
                        row.number(SKIPPED),
                        row.number(SLICES));
            case VIEWED -> new LedgerEntry.Viewed(post(row), row.user(AUTHOR), at, row.number(COUNT));
            case RETRACTED -> new LedgerEntry.Retracted(post(row), row.user(AUTHOR), at);
            case REDRIVE_BEGUN -> new LedgerEntry.RedriveBegun(messages(row), at);
            case REDRIVEN -> new LedgerEntry.Redriven(messages(row), at, row.number(MOVED));
            default -> new LedgerEntry.Unknown(row.string(EVENT), at);
        };
    }

    private static PostId post(Row row) {
        return PostId.parse(row.string(POST));
    }

    private static LedgerEntry.DeadLetters messages(Row row) {
        return new LedgerEntry.DeadLetters(row.string(QUEUE), row.optionalString(REASON), (int) row.number(RATE));
    }
}
