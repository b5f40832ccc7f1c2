package io.feedmill.bench.sdk;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedRows;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.PutRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** The rows that Feedmill writes for a post. The attributes that all of them share are created once. */
public final class HomeRows {
    /** The maximum of BatchWriteItem. */
    public static final int BATCH = 25;

    public static final TableSchema TABLES = new TableSchema("feedmill-");

    public static final String TABLE = TABLES.name(Table.FEEDS);

    /** A row's time to live, from its post on. */
    public static final Duration RETENTION = Duration.ofDays(365);

    private static final FeedRows ROWS = new FeedRows(RETENTION);

    private final FeedRows.HomeRows rows;

    public HomeRows(FeedItem item) {
        this.rows = ROWS.homeRows(item);
    }

    /** Returns the row of the user's home feed. */
    public Map<String, AttributeValue> row(String user) {
        return rows.of(user);
    }

    /** Returns the request that writes the rows of up to {@link #BATCH} users. */
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
