package io.feedmill.bench.work;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.stub.FakeHttp;
import io.feedmill.common.Stores;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.WriteGate;
import io.feedmill.common.dynamo.WriteOptions;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedSettings;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.Deadline;
import io.feedmill.faults.protocol.ApiCall;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Clock;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

class HomeRowsTest {
    private final FakeHttp http = new FakeHttp(call -> "{\"UnprocessedItems\":{}}".getBytes(UTF_8));

    /** Down to the last byte, but for the order of attributes. */
    @Test
    void aBatchIsTheOneThatFeedmillSends() {
        Deliveries deliveries = Deliveries.of(HomeRows.BATCH, 1);
        FeedItem item = deliveries.items().getFirst();
        http.client().batchWriteItem(new HomeRows(item).batch(deliveries.recipients()));
        feedmill(item, deliveries.recipients().stream().map(UserId::new).toList());
        ApiCall bare = http.calls().getFirst();
        ApiCall ours = http.calls().getLast();
        assertThat(bare.operation()).isEqualTo(ours.operation());
        assertThat(bare.json()).isEqualTo(ours.json()).isNotEmpty();
        assertThat(bare.body().bytes()).hasSameSizeAs(ours.body().bytes());
    }

    /** With the settings' defaults. */
    private void feedmill(FeedItem item, List<UserId> users) {
        Stores stores = Stores.in(
                http.client(),
                new TableSettings("feedmill-", false, 16, 16, 8, 4, 64),
                new FeedSettings(Duration.ofDays(365)),
                new DynamoMetrics(new SimpleMeterRegistry()),
                WriteGate.open(),
                Clock.systemUTC());
        stores.feeds().putHome(item, users, WriteOptions.bulk(Deadline.in(Duration.ofMinutes(1))));
    }
}
