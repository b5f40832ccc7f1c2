package io.feedmill.bench.peer;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.bench.stub.FakeHttp;
import io.feedmill.bench.work.Deliveries;
import io.feedmill.bench.work.HomeRows;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.BatchItems;
import io.feedmill.faults.protocol.Body;
import org.junit.jupiter.api.Test;
import software.amazon.awssdk.enhanced.dynamodb.TableSchema;

class EnhancedBatchesTest {

    @Test
    void aBeanMakesTheRowThatFeedmillWrites() {
        FeedItem item = Deliveries.of(1, 1).items().getFirst();
        assertThat(TableSchema.fromBean(FeedBean.class).itemToMap(FeedBean.of("bob", item), true))
                .isEqualTo(new HomeRows(item).row("bob"));
    }

    @Test
    void whatIsNotWrittenIsWrittenAgain() {
        FakeHttp http = new FakeHttp(call -> unprocessed(call, 3));
        new EnhancedBatches(http.client(), Deliveries.of(30, 1)).run();
        assertThat(http.calls())
                .extracting(call -> BatchItems.tables(call).size())
                .containsExactly(25, 3, 5, 3);
    }

    /** The first items come back, unless there are no others. */
    private static byte[] unprocessed(ApiCall call, int most) {
        if (BatchItems.tables(call).size() <= most) {
            return "{\"UnprocessedItems\":{}}".getBytes(UTF_8);
        }
        return Body.of(BatchItems.answer(call, item -> item < most, Body.newObject()))
                .bytes();
    }
}
