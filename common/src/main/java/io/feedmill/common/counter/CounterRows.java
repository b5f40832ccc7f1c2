package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * An author's counts as rows of the table {@code counters}: {@code author:<author>#<shard>}, {@code total}.
 *
 * @param shards how many items share a counter's writes; may be raised, never lowered
 */
public record CounterRows(int shards) {
    private static final String POSTS = "posts";
    private static final String DELIVERIES = "deliveries";

    /** One more post with its deliveries, as a part of the transaction that closes the post's job. */
    public TransactWriteItem addPost(TableSchema tables, String author, PostId post, long deliveries) {
        String shard = new ShardedKey(name(author), ShardedKey.shardOf(post.value(), shards)).value();
        return TransactWriteItem.builder()
                .update(u -> u.tableName(tables.name(Table.COUNTERS))
                        .key(key(shard))
                        .updateExpression("ADD posts :one, deliveries :deliveries")
                        .expressionAttributeValues(Attributes.of()
                                .number(":one", 1)
                                .number(":deliveries", deliveries)
                                .map()))
                .build();
    }

    List<Map<String, AttributeValue>> keys(String author) {
        return ShardedKey.all(name(author), shards).stream()
                .map(shard -> key(shard.value()))
                .toList();
    }

    static AuthorCounters counters(List<Row> shards) {
        return new AuthorCounters(sum(shards, POSTS), sum(shards, DELIVERIES));
    }

    private static long sum(List<Row> shards, String name) {
        return shards.stream().mapToLong(row -> row.number(name, 0)).sum();
    }

    private static String name(String author) {
        return "author:" + author;
    }

    private static Map<String, AttributeValue> key(String shard) {
        return Attributes.key(shard, "total").map();
    }
}
