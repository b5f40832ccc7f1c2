package io.feedmill.bench.micro;

import io.feedmill.bench.workload.UserNames;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** A post of 140 characters and the rows that deliver it. */
final class Items {
    static final PostId POST = PostId.parse("2YG8sMrkB9zAbCdEfGhJkM");

    private static final FeedItem ITEM = FeedItem.of(
            new Post(POST, new UserId(UserNames.of(1)), "A text of some length. ".repeat(6), 1), Via.FOLLOW);

    /** What the rows of one item share is made once, as a worker does. */
    private static final FeedRows.HomeRows ROWS = new FeedRows(Duration.ofDays(90)).homeRows(ITEM);

    private Items() {}

    static Map<String, AttributeValue> row(String user) {
        return ROWS.of(new UserId(user));
    }

    /** As many rows as one request takes. */
    static BatchWriteItemRequest batch() {
        List<WriteRequest> writes = IntStream.rangeClosed(2, 1 + BatchWriter.BATCH)
                .mapToObj(user -> WriteRequest.builder()
                        .putRequest(put -> put.item(row(UserNames.of(user))))
                        .build())
                .toList();
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of("feedmill-feeds", writes))
                .build();
    }
}
