package io.feedmill.common.feed;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Row;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import java.time.Duration;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

class FeedRowsTest {
    private static final PostId POST = new PostId(1_700_000_000_000_000_000L, "abcdefghijk");
    private static final Instant CREATED = POST.createdAt();
    private static final Duration MONTH = Duration.ofDays(30);
    private static final FeedItem ITEM = new FeedItem(
            POST, new UserId("author"), Content.of("hello"), false, 1, Via.FOLLOW, Audience.everyone(), Mode.PUSH);
    private static final Row HOME = new Row(new FeedRows(MONTH).homeRow(new UserId("reader"), ITEM));
    private static final Row AUTHORS = new Row(new FeedRows(MONTH).authorRow(ITEM));

    @Test
    void aHomeRowIsOutlivedAtTheRetention() {
        FeedRows rows = new FeedRows(MONTH);
        assertThat(rows.isPastRetention(HOME, CREATED.plus(MONTH).minusNanos(1)))
                .isFalse();
        assertThat(rows.isPastRetention(HOME, CREATED.plus(MONTH))).isTrue();
        assertThat(rows.isPastRetention(AUTHORS, CREATED.plus(MONTH))).isFalse();
    }

    @Test
    void aRetentionBeyondTheEndOfTimeKeepsEverything() {
        FeedRows rows = new FeedRows(Duration.ofSeconds(Long.MAX_VALUE));
        assertThat(rows.item(HOME, CREATED.plusSeconds(1))).contains(ITEM);
    }

    /** Earlier versions marked every item of a post that not everyone may read so. */
    @Test
    void aMarkOfAnEarlierVersionShowsTheItemToNobodyWithoutAsking() {
        for (Audience audience : List.of(new Audience.Followers(), Audience.nobody())) {
            Map<String, AttributeValue> row =
                    new HashMap<>(new FeedRows(MONTH).homeRow(new UserId("reader"), ITEM.with(audience)));
            assertThat(new FeedRows(MONTH).item(new Row(row), CREATED)).contains(ITEM.with(audience));
            row.put("limited", AttributeValue.fromBool(true));
            assertThat(new FeedRows(MONTH).item(new Row(row), CREATED)).contains(ITEM.with(Audience.nobody()));
        }
    }
}
