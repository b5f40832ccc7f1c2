package io.feedmill.bench.work;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.key.UserId;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The very rows that Feedmill writes for a post, as cheaply as the SDK's types allow: what all of them share is made once. */
public final class HomeRows {
    /** What BatchWriteItem takes at most. */
    public static final int BATCH = 25;

    /** Feedmill's tables. */
    public static final TableSchema TABLES = new TableSchema("feedmill-");

    /** The table of feeds. */
    public static final String TABLE = TABLES.name(Table.FEEDS);

    /** How long a row lives, counted from its post. */
    public static final Duration RETENTION = Duration.ofDays(365);

    private static final FeedRows ROWS = new FeedRows(RETENTION);

    private final FeedRows.HomeRows rows;

    public HomeRows(FeedItem item) {
        this.rows = ROWS.homeRows(item);
    }

    /** The row of this user's home feed. */
    public Map<String, AttributeValue> row(String user) {
        return rows.of(new UserId(user));
    }

    /** The rows of these users, at most {@link #BATCH}, as one request. */
    public BatchWriteItemRequest batch(List<String> users) {
        List<WriteRequest> writes = users.stream().map(this::write).toList();
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of(TABLE, writes))
                .build();
    }

    private WriteRequest write(String user) {
        PutRequest put = PutRequest.builder().item(row(user)).build();
        return WriteRequest.builder().putRequest(put).build();
    }
}
