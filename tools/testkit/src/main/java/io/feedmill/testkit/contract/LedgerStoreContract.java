package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.Skipped;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.ledger.LedgerEntry;
import io.feedmill.common.ledger.LedgerEntry.DeadLetters;
import io.feedmill.common.ledger.LedgerEntry.Posted;
import io.feedmill.common.ledger.LedgerEntry.RedriveBegun;
import io.feedmill.common.ledger.LedgerEntry.Redriven;
import io.feedmill.common.ledger.LedgerStore;
import io.feedmill.common.ledger.LedgerStore.LedgerPage;
import io.feedmill.testkit.Ledgers;
import io.feedmill.testkit.Posts;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The contract of {@link LedgerStore}. Each test has its own day. */
public abstract class LedgerStoreContract extends Contract {
    private static final AtomicInteger DAYS = new AtomicInteger();

    private final LedgerStore ledger = stores.ledger();
    private final Instant day = Instant.parse("2027-01-01T00:00:00Z").plus(Duration.ofDays(DAYS.incrementAndGet()));

    protected LedgerStoreContract() {
        clock.set(day);
    }

    private PostId publishAt(Duration time) {
        return publishAt(day.plus(time));
    }

    /** Publishes a post and closes its job. */
    private PostId publishAt(Instant time) {
        clock.set(time);
        PostId id = idAt(time);
        publish(Posts.of(id, author, "hello"));
        close(job(JobId.of(id)), 0, Skipped.NONE);
        return id;
    }

    private List<LedgerEntry> entries(Duration time) {
        return Ledgers.entries(ledger, QuarterHour.of(day.plus(time)));
    }

    @Test
    void entriesAreOrderedByTime() {
        List<PostId> posts = Stream.of(840, 0, 60, 1, 899)
                .map(Duration::ofSeconds)
                .map(this::publishAt)
                .toList();
        assertThat(entries(Duration.ZERO))
                .extracting("post")
                .containsExactly(posts.get(1), posts.get(3), posts.get(2), posts.get(0), posts.get(4));
    }

    @Test
    void entriesOfOneInstantAreAllStored() {
        assertThat(entries(Duration.ZERO)).isEmpty();
        List<PostId> posts = Stream.generate(() -> publishAt(Duration.ofSeconds(7)))
                .limit(20)
                .toList();
        assertThat(entries(Duration.ZERO)).extracting("post").containsExactlyInAnyOrderElementsOf(posts);
    }

    @Test
    void anEntryOfTheNextQuarterIsNotInThisOne() {
        PostId last = publishAt(Duration.ofMinutes(15).minusNanos(1));
        PostId first = publishAt(Duration.ofMinutes(15));
        assertThat(entries(Duration.ZERO)).extracting("post").containsExactly(last);
        assertThat(entries(Duration.ofMinutes(15))).extracting("post").containsExactly(first);
    }

    @Test
    void thePartitionsOfAQuarterHoldEachEntryOnce() {
        List<PostId> posts = Stream.generate(() -> publishAt(Duration.ofSeconds(7)))
                .limit(40)
                .toList();
        List<LedgerEntry> read = new ArrayList<>();
        for (ShardedKey partition : ledger.partitions(QuarterHour.of(day))) {
            LedgerPage page = ledger.page(partition, null);
            assertThat(page.next()).isNull();
            assertThat(page.units()).isGreaterThanOrEqualTo(page.entries().isEmpty() ? 0 : 1);
            read.addAll(page.entries());
        }
        assertThat(read).extracting("post").containsExactlyInAnyOrderElementsOf(posts);
    }

    /** Uses the quarter and the second of the article's keys. */
    @Test
    void theArticlesQuarterHoldsItsEntries() {
        Instant quarter = Instant.parse("2016-10-23T01:30:00Z");
        List<PostId> posts = Stream.of(0, 0, 899, 900)
                .map(second -> publishAt(quarter.plusSeconds(second)))
                .toList();
        assertThat(Ledgers.entries(ledger, QuarterHour.parse("201610230130")))
                .extracting("post")
                .containsExactlyInAnyOrderElementsOf(posts.subList(0, 3));
    }

    @Test
    void anEntryExpiresNinetyDaysAfterItsTime() {
        publishAt(Duration.ofSeconds(1));
        clock.set(day.plus(Duration.ofDays(90)));
        assertThat(entries(Duration.ZERO)).hasSize(1);
        clock.advance(Duration.ofSeconds(1));
        assertThat(entries(Duration.ZERO)).isEmpty();
        assertThat(ledger.partitions(QuarterHour.of(day)))
                .allSatisfy(partition ->
                        assertThat(ledger.page(partition, null).entries()).isEmpty());
    }

    @Test
    void timesAreWholeSeconds() {
        PostId post = publishAt(Duration.ofMillis(1_999));
        assertThat(entries(Duration.ZERO)).containsExactly(new Posted(post, author, day.plusSeconds(1), 0, 0, 0));
    }

    @Test
    void aPostIsEnteredWhenItsJobIsClosed() {
        PostId post = publish("hello").id();
        Job job = job(JobId.of(post));
        clock.advance(Duration.ofMinutes(20));
        assertThat(entries(Duration.ZERO)).isEmpty();
        close(job, 4, Skipped.by(Reason.NOT_FOLLOWING, 1));
        assertThat(entries(Duration.ofMinutes(20))).containsExactly(new Posted(post, author, clock.instant(), 4, 1, 0));
    }

    @Test
    void aRedriveIsEnteredAtItsStartAndAtItsEnd() {
        DeadLetters letters = new DeadLetters("deliver", "not-json", 50);
        PostId post = publishAt(Duration.ofSeconds(1));
        ledger.enter(new RedriveBegun(letters, day.plusMillis(2_700)));
        ledger.enter(new Redriven(letters, day.plusMillis(3_100), 7));
        assertThat(entries(Duration.ZERO))
                .containsExactly(
                        new Posted(post, author, day.plusSeconds(1), 0, 0, 0),
                        new RedriveBegun(letters, day.plusSeconds(2)),
                        new Redriven(letters, day.plusSeconds(3), 7));
    }

    @Test
    void aRedriveOfAllReasonsNamesNone() {
        RedriveBegun begun = new RedriveBegun(new DeadLetters("publish", null, 1), day);
        ledger.enter(begun);
        assertThat(entries(Duration.ZERO)).containsExactly(begun);
    }
}
