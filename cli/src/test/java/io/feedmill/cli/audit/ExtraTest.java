package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.audit.AuditOptions.Repairs;
import io.feedmill.cli.audit.AuditResults.Counter;
import io.feedmill.cli.audit.AuditResults.Snapshot;
import io.feedmill.cli.audit.Finding.Kind;
import io.feedmill.common.fanout.Repair;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.key.PostId;
import io.feedmill.common.queue.HandlerLife;
import io.feedmill.testkit.MemoryQueue.Sent;
import java.time.Duration;
import java.time.Instant;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Extra items. */
class ExtraTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();

    @BeforeEach
    void follow() {
        feedmill.follow("ann", "bob", "cleo");
        feedmill.follow("eve", "bob");
    }

    private void assertExtra(PostId post, String user, String why) {
        assertThat(feedmill.findings(FakeFeedmill.all())).singleElement().satisfies(finding -> {
            assertThat(finding.kind()).isEqualTo(Kind.EXTRA);
            assertThat(finding.post()).isEqualTo(post.value());
            assertThat(finding.user()).isEqualTo(user);
            assertThat(finding.sentence()).endsWith(why);
        });
    }

    /** One suspect, which is no finding. */
    private void assertUnsettled(int open, @Nullable Instant settledAt) {
        Snapshot results = feedmill.audit(FakeFeedmill.all());
        assertThat(results.first()).isEmpty();
        assertThat(results.count(Counter.UNSETTLED)).isEqualTo(1);
        assertThat(results.count(Counter.UNSETTLED_OPEN)).isEqualTo(open);
        assertThat(results.settledAt()).isEqualTo(settledAt);
    }

    @Test
    void itemsOfFollowersAreNotExtra() {
        feedmill.post("ann");
        feedmill.post("eve");
        feedmill.post("ann");
        Snapshot results = feedmill.audit(FakeFeedmill.all());
        assertThat(results.findings()).isZero();
        assertThat(results.count(Counter.UNSETTLED)).isZero();
        assertThat(results.count(Counter.AUTHORS)).isEqualTo(2);
        assertThat(results.count(Counter.SCANNED)).isEqualTo(8);
    }

    @Test
    void nothingIsExtraWhileHandlersMayStillRun() {
        PostId post = feedmill.publish("ann");
        feedmill.put(FakeFeedmill.item("ann", post), users("eve"));
        assertUnsettled(1, null);
        feedmill.deliver("ann", post);
        Instant settled = feedmill.clock.instant().plus(HandlerLife.LAST_WRITE);
        assertUnsettled(0, settled);
        feedmill.pass(HandlerLife.LAST_WRITE);
        assertUnsettled(0, settled);
        feedmill.pass(Duration.ofMillis(1));
        assertExtra(post, "eve", "the reader does not follow the author.");
    }

    @Test
    void repairOfExtrasSendsThem() {
        PostId post = feedmill.post("ann");
        PostId other = feedmill.post("eve");
        feedmill.put(FakeFeedmill.item("ann", post), users("eve", "dan"));
        FeedItem misplaced = FakeFeedmill.item("ann", post);
        feedmill.fakes.plant(new StoredItem(FeedName.home(user("cleo")), other.feedKey(), misplaced));
        Snapshot results = feedmill.audit(FakeFeedmill.repairing(FakeFeedmill.all(), new Repairs(false, true)));
        assertThat(feedmill.queue.sent())
                .extracting(Sent::message)
                .containsExactlyInAnyOrder(
                        Repair.of(post, user("ann"), users("dan", "eve")),
                        Repair.of(other, user("eve"), users("cleo")));
        assertThat(results.count(Counter.SENT_EXTRAS)).isEqualTo(3);
        assertThat(results.count(Counter.SENT_MESSAGES)).isEqualTo(2);
        assertThat(feedmill.fakes.home(user("dan"))).hasSize(1);
    }

    @Test
    void ofOneAuthorOnlyThoseOfTheAuthorAreFound() {
        feedmill.put(FakeFeedmill.item("ann", feedmill.post("ann")), users("eve"));
        feedmill.put(FakeFeedmill.item("eve", feedmill.post("eve")), users("ann"));
        AuditOptions eve =
                new AuditOptions(user("eve"), 0, true, FakeFeedmill.all().guarantee(), Repairs.NONE, 20);
        assertThat(feedmill.findings(eve)).extracting(Finding::user).containsExactly("ann");
        assertThat(feedmill.audit(eve).count(Counter.AUTHORS)).isEqualTo(1);
        assertThat(feedmill.findings(FakeFeedmill.author("eve"))).isEmpty();
        assertThat(feedmill.findings(FakeFeedmill.all())).hasSize(2);
    }

    @Test
    void everyAuthorIsAuditedOnceAlsoOverManyPages() {
        IntStream.range(0, 30).forEach(i -> feedmill.follow("ann", "user-%02d".formatted(i)));
        IntStream.range(0, 25).forEach(i -> feedmill.post("ann"));
        IntStream.range(0, 1_010).forEach(i -> feedmill.publish("eve"));
        Snapshot results = feedmill.audit(FakeFeedmill.all());
        assertThat(results.count(Counter.AUTHORS)).isEqualTo(2);
        assertThat(results.count(Counter.POSTS)).isEqualTo(1_035);
        assertThat(results.count(Counter.SCANNED)).isEqualTo(25 * 33 + 1_010);
        assertThat(results.findings()).isZero();
    }
}
