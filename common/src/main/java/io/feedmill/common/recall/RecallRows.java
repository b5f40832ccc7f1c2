package io.feedmill.common.recall;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.recall.Recall.Kind;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/**
 * Recalls as rows of the table {@code recalls}: a shard and {@code post#<id>}.
 *
 * @param surplus how long a recall stays in force after its end: until no handler lives that read the post before its change
 */
public record RecallRows(Duration surplus) {
    private static final int SHARDS = 4;
    private static final String PREFIX = "post#";
    private static final String KIND = "kind";

    /** The row of a recall without an end. Replaces an earlier one. */
    public static Map<String, AttributeValue> row(Recall recall) {
        return attributes(recall.post()).string(KIND, recall.kind().value()).map();
    }

    public static Map<String, AttributeValue> key(PostId post) {
        return attributes(post).map();
    }

    private static Attributes attributes(PostId post) {
        return Attributes.key(Integer.toString(ShardedKey.shardOf(post.value(), SHARDS)), PREFIX + post.value());
    }

    /** Ends the post's recall after the surplus, on condition that it has no end. */
    public Update end(PostId post, Instant now) {
        return new Update(
                Table.RECALLS,
                key(post),
                "SET expires = :at",
                "attribute_exists(pk) AND attribute_not_exists(expires)",
                Map.of(),
                Attributes.of()
                        .number(":at", now.plus(surplus).getEpochSecond())
                        .map());
    }

    /** Whether the recall in this row has no end yet. */
    public static boolean isOpen(Row row) {
        return !row.has(TableSchema.EXPIRES);
    }

    static List<PartitionQuery> queries() {
        return IntStream.range(0, SHARDS)
                .mapToObj(shard -> PartitionQuery.of(Table.RECALLS, Integer.toString(shard)))
                .toList();
    }

    /** A kind of a newer version narrows at least: the author's feed is asked. */
    static Recall recall(Row row) {
        PostId post = PostId.parse(row.sk().substring(PREFIX.length()));
        return new Recall(post, row.string(KIND).equals(Kind.RETRACTED.value()) ? Kind.RETRACTED : Kind.NARROWED);
    }

    /** Whether the row recalls a post, and not what only a newer version knows. */
    static boolean isPost(Row row) {
        return row.sk().startsWith(PREFIX);
    }
}
