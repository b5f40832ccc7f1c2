package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.RandomTimestamp;
import io.feedmill.common.key.ShardedKey;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.random.RandomGenerator;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Ledger entries as rows of the table {@code ledger}: a partition is a shard of a quarter hour, a sort key a random timestamp.
 *
 * @param shards how many partitions share a quarter hour's writes
 */
public record LedgerRows(int shards, RandomGenerator random) {
    private static final String EVENT = "event";
    private static final String POST = "post";
    private static final String AUTHOR = "author";
    private static final String DELIVERED = "delivered";
    private static final String SKIPPED = "skipped";

    public Map<String, AttributeValue> row(LedgerEntry entry) {
        String partition = new ShardedKey(QuarterHour.of(entry.at()).value(), random.nextInt(shards)).value();
        Attributes row = Attributes.key(
                        partition, RandomTimestamp.of(entry.at(), random).value())
                .string(POST, entry.post().value())
                .string(AUTHOR, entry.author());
        return switch (entry) {
            case LedgerEntry.Published p -> row.string(EVENT, "published").map();
            case LedgerEntry.Delivered d ->
                row.string(EVENT, "delivered")
                        .number(DELIVERED, d.delivered())
                        .number(SKIPPED, d.skipped())
                        .map();
        };
    }

    List<ShardedKey> partitions(QuarterHour quarter) {
        return ShardedKey.all(quarter.value(), shards);
    }

    static LedgerEntry entry(Row row) {
        PostId post = PostId.parse(row.string(POST));
        String author = row.string(AUTHOR);
        Instant at = RandomTimestamp.parse(row.sk()).second();
        return switch (row.string(EVENT)) {
            case "published" -> new LedgerEntry.Published(post, author, at);
            case "delivered" -> new LedgerEntry.Delivered(post, author, at, row.number(DELIVERED), row.number(SKIPPED));
            default -> throw new IllegalStateException("unknown ledger event " + row.string(EVENT));
        };
    }
}
