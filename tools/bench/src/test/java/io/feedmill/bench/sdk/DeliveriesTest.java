package io.feedmill.bench.sdk;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.faults.protocol.ApiCall;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Duration;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;

class DeliveriesTest {
    private final FakeHttp http = new FakeHttp(call -> "{\"UnprocessedItems\":{}}".getBytes(UTF_8));

    private final Deliveries deliveries = Deliveries.of(30, 4);

    @Test
    void everyPostGoesToEveryRecipient() {
        assertThat(deliveries.count()).isEqualTo(120);
        assertThat(deliveries.recipients()).startsWith("f0000000").endsWith("f0000029");
    }

    @Test
    void aSampleHasFewerRecipientsOfAsManyPosts() {
        assertThat(deliveries.sample(10)).isEqualTo(Deliveries.of(10, 4));
        assertThat(deliveries.sample(100)).isEqualTo(deliveries);
    }

    @Test
    void eachRoundHasNewPosts() {
        List<AttributeValue> posts = posts();
        assertThat(posts).hasSize(4).doesNotHaveDuplicates();
        assertThat(posts()).hasSize(4).doesNotContainAnyElementsOf(posts);
    }

    @Test
    void aRoundWritesEachPostToEachRecipient() {
        IntFunction<BatchWriteItemRequest> round = deliveries.round();
        assertThat(IntStream.range(0, deliveries.batches())
                        .mapToObj(round)
                        .flatMap(batch -> batch.requestItems().values().stream())
                        .flatMap(List::stream)
                        .map(write -> write.putRequest().item())
                        .map(row -> new Row(row).pk() + new Row(row).string("post")))
                .hasSize(120)
                .doesNotHaveDuplicates();
    }

    private List<AttributeValue> posts() {
        return deliveries.rows().stream()
                .flatMap(rows -> Stream.ofNullable(rows.others().get("post")))
                .toList();
    }

    /** Byte for byte, except for the order of attributes. */
    @Test
    void aBatchIsTheOneThatFeedmillSends() {
        List<String> users = Deliveries.of(Deliveries.BATCH, 1).recipients();
        Post post = Deliveries.post();
        http.client().batchWriteItem(Deliveries.batch(Deliveries.rows(post), users));
        feedmill(FeedItem.of(post, Via.FOLLOW), users.stream().map(UserId::new).toList());
        ApiCall bare = http.calls().getFirst();
        ApiCall ours = http.calls().getLast();
        assertThat(bare.operation()).isEqualTo(ours.operation());
        assertThat(bare.json()).isEqualTo(ours.json()).isNotEmpty();
        assertThat(bare.body().bytes()).hasSameSizeAs(ours.body().bytes());
    }

    /** With the settings' defaults. */
    private void feedmill(FeedItem item, List<UserId> users) {
        WriteOptions options = WriteOptions.bulk(Deadline.in(Duration.ofMinutes(1), SuspendSafeClock.system()));
        try (ConfigurableApplicationContext beans = CommonConfiguration.start(
                http.client(),
                new TableSettings("feedmill-", false, 64, 64, 8, 64),
                new FeedSettings(Duration.ofDays(30)),
                new DynamoMetrics(new SimpleMeterRegistry(), List.of()))) {
            beans.getBean(FeedStore.class).putHome(item, users, options);
        }
    }
}
