package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.ReturnConsumedCapacity;

/** A delivery costs exactly one write unit for every author and every user. */
class FeedRowSizeIT extends Contract {
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal();
    private static final UserId MAX = user("u".repeat(64));
    private static final UserId READER = user("r".repeat(64));

    FeedRowSizeIT() {
        super(BACKEND);
    }

    private static Map<String, AttributeValue> row(FeedName feed, Post post) {
        String sk = post.id().feedKey().value();
        return BACKEND.client()
                .getItem(r -> r.tableName(BACKEND.table(FeedRows.table(feed))).key(Attributes.key(feed.value(), sk)))
                .item();
    }

    private static double writeUnits(Map<String, AttributeValue> row) {
        return BACKEND.client()
                .putItem(r -> r.tableName(BACKEND.table(FeedRows.HOMES))
                        .item(row)
                        .returnConsumedCapacity(ReturnConsumedCapacity.TOTAL))
                .consumedCapacity()
                .capacityUnits();
    }

    private Post deliver(String longText, long version, Via via) {
        Post post = new Post(newId(), MAX, Content.of(longText), version, null, new Audience.Followers(), Mode.PUSH);
        BatchResult result = stores.feeds().putHome(FeedItem.of(post, via), List.of(READER), ample());
        assertThat(result.complete()).isTrue();
        return post;
    }

    @ParameterizedTest
    @ValueSource(strings = {"a", "é", "語", "😀", "a😀語é"})
    void theLongestNamesAndTextsCostOneWriteUnit(String unit) {
        String text = unit.repeat(10_000 / unit.codePointCount(0, unit.length()));
        for (Via via : Via.values()) {
            Map<String, AttributeValue> row = row(FeedName.home(READER), deliver(text, Integer.MAX_VALUE, via));
            assertThat(writeUnits(row)).isEqualTo(1.0);
        }
    }

    @Test
    void theAuthorsOwnRowsFitIntoOneWriteUnit() {
        Post post = publish(Posts.of(newId(), MAX, "語".repeat(10_000)), null);
        assertThat(writeUnits(row(FeedName.home(MAX), post))).isEqualTo(1.0);
        assertThat(writeUnits(row(FeedName.author(MAX), post))).isEqualTo(1.0);
    }

    @Test
    void aRowHasExactlyTheAttributesOfTheBudget() {
        Map<String, AttributeValue> row = row(FeedName.home(READER), deliver("x".repeat(2_000), 1, Via.FOLLOW));
        assertThat(row)
                .containsOnlyKeys(
                        "pk", "sk", "post", "author", "text", "revision", "via", "cut", "followers", "expires");
    }
}
