package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.PostId;
import io.feedmill.testkit.memory.Faults.Call;
import io.feedmill.testkit.memory.Faults.Fault;
import io.feedmill.testkit.memory.StoreCall;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of reads that docs/decisions/017 explains. */
class ReadOrderTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();

    private final List<String> reads = new ArrayList<>();

    /** Returns each call of the database: the store's method, the table, and the consistency. */
    private List<String> reads(AuditOptions options) {
        feedmill.auditor(
                        feedmill.fakes.stores(this::record),
                        options,
                        AuditState.begin(options, List.of(Segment.WHOLE), "test", 1))
                .run(page -> {});
        return reads;
    }

    private Fault record(Call call) {
        StoreCall store = StoreCall.current().orElseThrow();
        String how = call.request().toString().contains("ConsistentRead=true") ? "strong" : "eventual";
        if (!store.store().equals("OutboxStore")) {
            reads.add(store + " " + call.items().getFirst().table() + " " + how);
        }
        return new Fault.None();
    }

    @Test
    void aSuspectIsConfirmedByTheItemThenTheFollowThenTheTruth() {
        feedmill.follow("ann", "bob");
        feedmill.lose(user("bob"), feedmill.post("ann"));
        assertThat(reads(FakeFeedmill.author("ann")))
                .containsExactly(
                        "CounterStore.author counters strong",
                        "FeedStore.posts authors strong",
                        "JobStore.find fanouts strong",
                        "FeedStore.items homes eventual",
                        "FeedStore.truth authors strong",
                        "FollowStore.followersSince follows eventual",
                        "FeedStore.items homes eventual",
                        "DormancyStore.get fanouts strong",
                        "FeedStore.items homes strong",
                        "FollowStore.since follows strong",
                        "FeedStore.truth authors strong",
                        "CounterStore.author counters strong");
    }

    @Test
    void anExtraItemIsReadBetweenTwoReadsOfTheFollow() {
        PostId post = feedmill.post("ann");
        feedmill.put(FakeFeedmill.item("ann", post), users("eve"));
        assertThat(reads(FakeFeedmill.all()))
                .containsSequence(
                        "FeedStore.scanHomes homes eventual",
                        "FeedStore.items authors eventual",
                        "FollowStore.since follows eventual",
                        "JobStore.find fanouts strong",
                        "FeedStore.truth authors strong",
                        "FollowStore.since follows strong",
                        "ReaderStore.unfollows readers strong",
                        "FeedStore.items homes strong",
                        "FeedStore.truth authors strong",
                        "FollowStore.since follows strong",
                        "ReaderStore.unfollows readers strong");
    }

    @Test
    void aCorrectItemIsReadOnce() {
        feedmill.follow("ann", "bob");
        feedmill.post("ann");
        assertThat(reads(FakeFeedmill.all()))
                .filteredOn(read -> read.matches(".* (authors|homes|follows|readers) strong"))
                .containsExactly("FeedStore.posts authors strong", "FeedStore.truth authors strong");
    }
}
