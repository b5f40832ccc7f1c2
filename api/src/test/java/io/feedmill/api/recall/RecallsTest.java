package io.feedmill.api.recall;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.awaitility.Awaitility.await;

import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.recall.Recall;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.storage.StorageException;
import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.List;
import java.util.Set;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RecallsTest {
    private static final Recall ONE = new Recall(id(1), Kind.RETRACTED);
    private static final Recall TWO = new Recall(id(2), Kind.NARROWED);
    private static final List<FeedItem> ITEMS = List.of(item(1), item(2), item(3));

    private final SettableClock clock = new SettableClock();
    private Supplier<List<Recall>> table = List::of;
    private final Recalls recalls = recalls(() -> table.get());

    private Recalls recalls(Supplier<List<Recall>> all) {
        RecallStore store = new RecallStore() {
            @Override
            public List<Recall> all() {
                return all.get();
            }

            @Override
            public Set<PostId> open() {
                throw new UnsupportedOperationException();
            }
        };
        return new Recalls(
                store, new RecallSettings(Duration.ofSeconds(1), Duration.ofSeconds(2)), clock::nanoTime);
    }

    @BeforeEach
    void start() {
        recalls.refresh();
    }

    private static PostId id(long tick) {
        return new PostId(tick, "11111111111");
    }

    private static FeedItem item(long tick) {
        return new FeedItem(id(tick), user("ann"), "hello", false, 1, Via.FOLLOW);
    }

    private static FeedItem asked(FeedItem item) {
        return item.with(new Audience.Limited());
    }

    private List<FeedItem> standing() {
        return recalls.copy().standing(ITEMS);
    }

    @Test
    void withoutRecallsItemsAreAsTheyAre() {
        assertThat(standing()).isSameAs(ITEMS);
    }

    @Test
    void retractedPostsAreLeftOutAndNarrowedOnesAsked() {
        table = () -> List.of(ONE, TWO);
        assertThat(standing()).isSameAs(ITEMS);
        recalls.refresh();
        assertThat(standing()).containsExactly(asked(item(2)), item(3));
        assertThat(recalls.size()).isEqualTo(2);
    }

    @Test
    void whatThisInstanceRecallsIsKnownAtOnce() {
        recalls.add(ONE);
        assertThat(standing()).containsExactly(item(2), item(3));
    }

    @Test
    void aReadThatBeganLaterReplacesWhatWasAdded() {
        recalls.add(ONE);
        clock.advance(Duration.ofNanos(1));
        recalls.refresh();
        assertThat(standing()).isSameAs(ITEMS);
    }

    @Test
    void aReadThatBeganAtTheSameTimeDoesNot() {
        recalls.add(ONE);
        recalls.refresh();
        assertThat(standing()).containsExactly(item(2), item(3));
    }

    @Test
    void aReadThatBeganEarlierDoesNot() {
        table = () -> {
            clock.advance(Duration.ofMillis(5));
            recalls.add(ONE);
            return List.of();
        };
        recalls.refresh();
        assertThat(standing()).containsExactly(item(2), item(3));
    }

    @Test
    void aRetractionAfterANarrowingHides() {
        table = () -> List.of(new Recall(id(1), Kind.NARROWED));
        recalls.refresh();
        recalls.add(ONE);
        assertThat(standing()).containsExactly(item(2), item(3));
    }

    /** The age counts from the beginning of the read: it may have missed what came later. */
    @Test
    void aStaleCopyAsksAboutEveryItem() {
        table = () -> {
            clock.advance(Duration.ofMillis(500));
            return List.of(ONE);
        };
        recalls.refresh();
        clock.advance(Duration.ofMillis(1_500));
        assertThat(standing()).containsExactly(item(2), item(3));
        clock.advance(Duration.ofNanos(1));
        assertThat(standing()).containsExactly(asked(item(2)), asked(item(3)));
        assertThat(recalls.age()).isEqualTo(Duration.ofSeconds(2).plusNanos(1));
    }

    @Test
    void aFailedReadKeepsTheCopyUntilItIsStale() {
        table = () -> List.of(ONE);
        recalls.refresh();
        table = () -> {
            throw new StorageException(StorageException.Kind.TRANSIENT, "timeout");
        };
        clock.advance(Duration.ofSeconds(1));
        assertThatThrownBy(recalls::refresh).isInstanceOf(StorageException.class);
        assertThat(standing()).containsExactly(item(2), item(3));
    }

    @Test
    void anInstanceThatHasReadNothingAsksAboutEveryItem() {
        assertThat(recalls(List::of).copy().standing(List.of(item(1)))).containsExactly(asked(item(1)));
    }

    @Test
    void theyAreReadAgainAndAgainAlsoAfterAFailure() {
        AtomicInteger reads = new AtomicInteger();
        table = () -> {
            if (reads.incrementAndGet() == 1) {
                throw new StorageException(StorageException.Kind.TRANSIENT, "timeout");
            }
            return List.of(ONE);
        };
        RecallPoller poller =
                new RecallPoller(recalls, new RecallSettings(Duration.ofMillis(100), Duration.ofSeconds(2)));
        poller.start();
        try {
            await().atMost(Duration.ofSeconds(10)).until(() -> reads.get() > 2);
            assertThat(standing()).containsExactly(item(2), item(3));
        } finally {
            poller.stop();
        }
        assertThat(poller.isRunning()).isFalse();
    }
}
