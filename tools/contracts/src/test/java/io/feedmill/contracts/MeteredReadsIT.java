package io.feedmill.contracts;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.MeteredReads;
import io.feedmill.common.dynamo.MeteredReads.ReadMeter;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.follow.FollowStore.Follow;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import io.feedmill.testkit.contract.Contract;
import io.feedmill.testkit.server.DynamoBackend;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The consumed read units that DynamoDB reports. */
class MeteredReadsIT extends Contract {
    private static final Counting METER = new Counting();
    private static final DynamoBackend BACKEND = DynamoBackend.inDynamoDbLocal(new MeteredReads(METER));

    private final List<UserId> readers = users(fresh("reader"), 3);
    private final Post post = publish("hello");

    MeteredReadsIT() {
        super(BACKEND);
        stores.feeds()
                .putHome(
                        FeedItem.of(post, Via.FOLLOW), readers, WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60))));
    }

    /** Counts reads and their consumed units. */
    private static final class Counting implements ReadMeter {
        private int reads;
        private double units;

        @Override
        public void beforeRead() {
            reads++;
        }

        @Override
        public void consumed(double more) {
            units += more;
        }
    }

    @BeforeEach
    void forget() {
        METER.reads = 0;
        METER.units = 0;
    }

    private List<ItemKey> homes() {
        return readers.stream()
                .map(user -> new ItemKey(FeedName.home(user), post.id()))
                .toList();
    }

    private static void assertConsumed(double units) {
        assertThat(METER.reads).isEqualTo(1);
        assertThat(METER.units).isEqualTo(units);
    }

    @Test
    void aSmallItemCostsOneUnit() {
        stores.feeds().truth(author, post.id());
        assertConsumed(1);
    }

    @Test
    void aBatchCostsTheSumOfItsItems() {
        stores.feeds().items(homes(), Consistency.STRONG);
        assertConsumed(3);
    }

    @Test
    void anEventualReadCostsHalfOfAStrongOne() {
        stores.feeds().items(homes(), Consistency.EVENTUAL);
        assertConsumed(1.5);
    }

    @Test
    void queriesAndScansCostInProportionToTheirSize() {
        stores.feeds().posts(author, null, 10, Consistency.STRONG);
        assertConsumed(1);
        forget();
        stores.feeds().scanHomes(null, 3);
        assertConsumed(0.5);
    }

    @Test
    void writesConsumeNoReadUnits() {
        stores.follows().importAll(List.of(new Follow(user("bob"), author)));
        stores.feeds().deleteHome(post.id(), readers, WriteOptions.bulk(Deadline.in(Duration.ofSeconds(60))));
        assertThat(METER.reads).isZero();
        assertThat(METER.units).isZero();
    }
}
