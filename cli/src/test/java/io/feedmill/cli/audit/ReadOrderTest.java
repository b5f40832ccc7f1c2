package io.feedmill.cli.audit;

import static io.feedmill.testkit.Users.user;
import static io.feedmill.testkit.Users.users;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.PostId;
import io.feedmill.testkit.steps.CrashPoint;
import java.util.List;
import org.junit.jupiter.api.Test;

/** The order of reads that docs/decisions/017 explains. */
class ReadOrderTest {
    private final FakeFeedmill feedmill = new FakeFeedmill();

    /** Each call: the interface's method, the first feed or follow, and the consistency. */
    private List<String> reads(AuditOptions options) {
        return feedmill.steps.run(CrashPoint.NONE, () -> feedmill.audit(options)).steps().stream()
                .filter(step -> !step.startsWith("OutboxStore"))
                .map(ReadOrderTest::summary)
                .toList();
    }

    private static String summary(String step) {
        String call = step.substring(0, step.indexOf('['));
        String what = step.contains("=home:") ? " home" : step.contains("=user:") ? " author" : "";
        String how = step.endsWith("EVENTUAL]") ? " eventual" : step.endsWith("STRONG]") ? " strong" : "";
        return call + what + how;
    }

    @Test
    void aSuspectIsConfirmedByTheItemThenTheFollowThenTheTruth() {
        feedmill.follow("ann", "bob");
        feedmill.lose(user("bob"), feedmill.post("ann"));
        assertThat(reads(FakeFeedmill.author("ann")))
                .containsExactly(
                        "CounterStore.author",
                        "FeedStore.posts strong",
                        "JobStore.find",
                        "FeedStore.items home eventual",
                        "FeedStore.truth",
                        "FollowStore.followersSince",
                        "FeedStore.items home eventual",
                        "FeedStore.items home strong",
                        "FollowStore.since strong",
                        "FeedStore.truth",
                        "CounterStore.author");
    }

    @Test
    void anExtraItemIsReadBetweenTwoReadsOfTheFollow() {
        PostId post = feedmill.post("ann");
        feedmill.put(FakeFeedmill.item("ann", post), users("eve"));
        assertThat(reads(FakeFeedmill.all()))
                .containsSequence(
                        "FeedStore.scanHomes",
                        "FeedStore.items author eventual",
                        "FollowStore.since eventual",
                        "JobStore.find",
                        "FeedStore.truth",
                        "FollowStore.since strong",
                        "ReaderStore.unfollows",
                        "FeedStore.items home strong",
                        "FeedStore.truth",
                        "FollowStore.since strong",
                        "ReaderStore.unfollows");
    }

    @Test
    void aCorrectItemIsReadOnce() {
        feedmill.follow("ann", "bob");
        feedmill.post("ann");
        assertThat(reads(FakeFeedmill.all()))
                .filteredOn(read -> read.endsWith("strong") || read.endsWith("truth"))
                .containsExactly("FeedStore.posts strong", "FeedStore.truth");
    }
}
