package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.device.DeviceStore.DeviceEvent;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.dynamo.MeteredCalls;
import io.feedmill.common.dynamo.MeteredCalls.UnitMeter;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.EventKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The consumed units that DynamoDB reports. */
class MeteredCallsIT extends Contract {
    /** As DynamoDB Local counts it. */
    private static final double DELETION_OF_NOTHING = 1;

    private static final Counting METER = new Counting();
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal(new MeteredCalls(METER));

    private final List<UserId> readers = users(fresh("reader"), 3);
    private final Post post = publish("hello");

    MeteredCallsIT() {
        super(BACKEND);
        stores.feeds().putHome(FeedItem.of(post, Via.FOLLOW), readers, ample());
    }

    /** Counts reads, and the units of all calls. */
    private static final class Counting implements UnitMeter {
        private int reads;
        private final Map<Operation, Double> units = new EnumMap<>(Operation.class);

        @Override
        public void beforeRead() {
            reads++;
        }

        @Override
        public void consumed(Operation operation, String table, double more) {
            units.merge(operation, more, Double::sum);
        }
    }

    @BeforeEach
    void forget() {
        METER.reads = 0;
        METER.units.clear();
    }

    private List<ItemKey> homes() {
        return readers.stream()
                .map(user -> new ItemKey(FeedName.home(user), post.id()))
                .toList();
    }

    private static void assertConsumed(Operation operation, double units) {
        assertThat(METER.reads).isEqualTo(operation.isRead() ? 1 : 0);
        assertThat(METER.units).isEqualTo(Map.of(operation, units));
    }

    @Test
    void aSmallItemCostsOneUnit() {
        stores.feeds().truth(author, post.id());
        assertConsumed(Operation.GET_ITEM, 1);
    }

    @Test
    void aBatchCostsTheSumOfItsItems() {
        stores.feeds().items(homes(), Consistency.STRONG);
        assertConsumed(Operation.BATCH_GET_ITEM, 3);
    }

    @Test
    void anEventualReadCostsHalfOfAStrongOne() {
        stores.feeds().items(homes(), Consistency.EVENTUAL);
        assertConsumed(Operation.BATCH_GET_ITEM, 1.5);
    }

    @Test
    void queriesAndScansCostInProportionToTheirSize() {
        stores.feeds().posts(author, null, 10, Consistency.STRONG);
        assertConsumed(Operation.QUERY, 1);
        forget();
        stores.feeds().scanHomes(Segment.WHOLE, null, 3);
        assertConsumed(Operation.SCAN, 0.5);
    }

    /** DynamoDB Local answers with no units, which a budget cannot take. */
    @Test
    void aReadWithoutUnitsIsNotReported() {
        stores.feeds().posts(user("nobody"), null, 10, Consistency.STRONG);
        assertThat(METER.reads).isEqualTo(1);
        assertThat(METER.units).isEmpty();
    }

    @Test
    void aBatchOfWritesCostsAUnitForEachItem() {
        List<DeviceEvent> events = Stream.of("a", "b", "c")
                .map(id -> new DeviceEvent(new EventKey(1, id), "hello"))
                .toList();
        stores.devices().append(fresh("device"), events);
        assertThat(METER.units).containsEntry(Operation.BATCH_WRITE_ITEM, 3.0);
    }

    /** {@code BatchWriter} counts them: each is a unit. */
    @Test
    void aBatchOfSmallRowsIsNotMetered() {
        stores.feeds().deleteHome(post.id(), readers, ample());
        assertThat(METER.units).isEmpty();
    }

    @Test
    void aTransactionCostsTwoUnitsForEachItemThatItWrites() {
        stores.follows().follow(new Follow(user("bob"), author));
        assertThat(METER.units).containsEntry(Operation.TRANSACT_WRITE_ITEMS, 2 * 3 + DELETION_OF_NOTHING);
    }
}
