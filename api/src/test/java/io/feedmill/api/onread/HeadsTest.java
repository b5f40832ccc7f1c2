package io.feedmill.api.onread;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.api.feed.PagesOf;
import io.feedmill.api.recall.NoticeListener.Polls;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.ChangeNotice;
import io.feedmill.common.storage.SuspendSafeClock;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import io.feedmill.testkit.MemoryStores;
import io.feedmill.testkit.Posts;
import io.feedmill.testkit.SettableClock;
import io.feedmill.testkit.Users;
import io.feedmill.testkit.memory.FaultRules;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class HeadsTest {
    private static final UserId ANN = user("ann");

    private final SettableClock clock = new SettableClock();
    private final MemoryStores stores = new MemoryStores(clock);
    private final SuspendSafeClock clocks = PagesOf.clocks(clock);
    private final AtomicInteger reads = new AtomicInteger();
    private Runnable afterRead = () -> {};
    private final OnReadAuthors authors = new OnReadAuthors(stores.onRead(), clocks, Runnable::run);
    private final Heads heads = PagesOf.heads(
            stores.stores(
                    new FaultRules().before(call -> reads.incrementAndGet()).after(call -> afterRead.run())),
            clock,
            authors);
    private long posts;
    private Time from = clocks.now();

    @BeforeEach
    void list() {
        stores.onRead().list(ANN, false);
        authors.isEmpty();
        poll();
    }

    private void pass(long millis) {
        clock.advance(Duration.ofMillis(millis));
    }

    private void poll(ChangeNotice... fresh) {
        authors.polled(List.of(fresh), new Polls(from, clocks.now()));
        heads.polled(List.of(fresh), new Polls(from, clocks.now()));
    }

    /** Polls each second, so that the list is known for a minute, and more. */
    private void settle() {
        for (int second = 0; second <= 61; second++) {
            pass(1_000);
            poll();
        }
    }

    private void publish() {
        stores.posts().publish(Posts.of(new PostId(++posts, "1".repeat(11)), ANN, "hello"), null);
    }

    private static ChangeNotice notice() {
        return new ChangeNotice.OfAuthor(ANN, new JobId(1, "1".repeat(11)));
    }

    private int shown() {
        return heads.of(List.of(ANN), new AtomicInteger(9)).values().stream()
                .mapToInt(head -> head.items().size())
                .sum();
    }

    @Test
    void aHeadHoldsUntilANotice() {
        settle();
        assertThat(shown()).isZero();
        for (int second = 0; second < 100; second++) {
            pass(1_000);
            poll();
            shown();
        }
        assertThat(reads).hasValue(1);
        publish();
        assertThat(shown()).isZero();
        poll(notice());
        assertThat(shown()).isEqualTo(1);
        assertThat(reads).hasValue(2);
    }

    /** A read finds the notice, and the next one not yet what came with it. */
    @Test
    void forFiveSecondsAfterANoticeItHoldsForASecond() {
        settle();
        poll(notice());
        assertThat(shown()).isZero();
        publish();
        pass(1_000);
        poll();
        assertThat(shown()).isEqualTo(1);
        for (int second = 2; second <= 20; second++) {
            pass(1_000);
            poll();
            shown();
        }
        assertThat(reads).hasValueBetween(7, 8);
    }

    @Test
    void whateverHappensItIsReadAgainAfterFiveMinutes() {
        settle();
        shown();
        publish();
        for (int second = 0; second < 300; second++) {
            pass(1_000);
            poll();
        }
        assertThat(shown()).isEqualTo(1);
    }

    @Test
    void withoutPollsItHoldsForASecond() {
        settle();
        shown();
        pass(2_000);
        assertThat(shown()).isZero();
        publish();
        pass(1);
        assertThat(shown()).as("no poll for more than two seconds").isEqualTo(1);
        pass(999);
        shown();
        assertThat(reads).hasValue(2);
        pass(1);
        shown();
        assertThat(reads).hasValue(3);
    }

    @Test
    void afterAGapBetweenPollsItIsReadAgain() {
        settle();
        shown();
        publish();
        pass(6_000);
        from = clocks.now();
        poll();
        assertThat(shown()).isEqualTo(1);
        pass(1_500);
        poll();
        shown();
        assertThat(reads).as("read after the gap").hasValue(2);
    }

    /** Until then a publisher may not know the entry, and put no notice. */
    @Test
    void inTheFirstMinuteOfAnEntryItHoldsForASecond() {
        pass(59_000);
        poll();
        shown();
        publish();
        pass(1_001);
        poll();
        assertThat(shown()).isEqualTo(1);
        pass(1_001);
        poll();
        shown();
        assertThat(reads).as("it was read before the minute was over").hasValue(2);
        pass(1_001);
        poll();
        shown();
        assertThat(reads).hasValue(2);
    }

    @Test
    void aReadThatANoticeOvertookIsNotKept() {
        settle();
        afterRead = () -> {
            publish();
            poll(notice());
        };
        assertThat(shown()).isZero();
        afterRead = () -> {};
        assertThat(shown()).isEqualTo(1);
        assertThat(reads).hasValue(2);
    }

    @Test
    void noMoreAreReadThanAPageMay() {
        AtomicInteger left = new AtomicInteger(2);
        assertThat(heads.of(Users.users("a", "b", "c"), left)).containsOnlyKeys(Users.users("a", "b"));
        assertThat(left).hasValue(0);
        assertThat(heads.of(Users.users("a", "b", "c"), new AtomicInteger(1))).hasSize(3);
        assertThat(reads).hasValue(3);
    }

    @Test
    void itHasTheFourteenNewestRows() {
        for (int i = 0; i < 20; i++) {
            publish();
        }
        var head = heads.of(List.of(ANN), new AtomicInteger(9)).get(ANN);
        assertThat(head).isNotNull();
        assertThat(head.items()).extracting(FeedItem::post).hasSize(14).startsWith(new PostId(20, "1".repeat(11)));
        assertThat(heads.known(ANN)).contains(head);
        assertThat(heads.known(user("else"))).isEmpty();
    }
}
