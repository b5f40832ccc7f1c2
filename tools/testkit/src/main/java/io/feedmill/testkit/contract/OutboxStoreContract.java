package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.fanout.Job;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OpenWork;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.testkit.Race;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The contract of {@link OutboxStore}. */
public abstract class OutboxStoreContract extends Contract {
    private final OutboxStore outbox = stores.outbox();

    private OutboxRow newRow() {
        return row(JobId.of(publish("hello").id()));
    }

    private OutboxRow row(JobId job) {
        List<OutboxRow> rows = outboxOf(job);
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private static JobId job(OutboxRow row) {
        return JobId.parse(row.work().id());
    }

    private List<OutboxRow> walk(int shard, int limit) {
        return walk(limit, after -> outbox.rows(shard, future(), after, limit), OutboxPage::rows, OutboxPage::next);
    }

    private Instant later(int seconds) {
        return clock.instant().plusSeconds(seconds);
    }

    @Test
    void everyOpenJobIsOnceInTheShardThatItNames() {
        List<String> jobs =
                Stream.generate(() -> publish("hello").id().value()).limit(40).toList();
        List<OutboxRow> rows = IntStream.range(0, outbox.shards())
                .boxed()
                .flatMap(shard -> walk(shard, 2).stream())
                .filter(row -> jobs.contains(row.work().id()))
                .toList();
        assertThat(rows).extracting(row -> row.work().id()).containsExactlyInAnyOrderElementsOf(jobs);
        assertThat(rows).allSatisfy(row -> assertThat(outboxOf(job(row))).containsExactly(row));
        assertThat(rows)
                .extracting(row -> row.work().shard())
                .anyMatch(shard -> shard != rows.getFirst().work().shard());
    }

    @Test
    void theOldestComesFirst() {
        Stream.generate(() -> publish("hello")).limit(20).forEach(post -> {});
        for (int shard = 0; shard < outbox.shards(); shard++) {
            List<OutboxRow> rows = outbox.rows(shard, future(), null, 1_000).rows();
            assertThat(rows).extracting(row -> row.work().sortKey()).isSorted();
            assertThat(walk(shard, 3)).isEqualTo(rows);
        }
    }

    @Test
    void onlyRowsOfEarlierJobsAreRead() {
        Instant before = clock.instant();
        JobId earlier =
                JobId.of(publish(post("hello").as(idAt(before.minusMillis(1)))).id());
        JobId then = JobId.of(publish(post("hello").as(idAt(before))).id());
        assertThat(outboxOf(then)).hasSize(1);
        assertThat(IntStream.range(0, outbox.shards())
                        .mapToObj(shard -> outbox.rows(shard, before, null, 1_000))
                        .flatMap(page -> page.rows().stream()))
                .extracting(row -> row.work().id())
                .contains(earlier.value())
                .doesNotContain(then.value());
    }

    @Test
    void aRowIsHeldUntilItsRemovalAndPutBackOnce() {
        OutboxRow row = newRow();
        assertThat(outbox.holds(row.work())).isTrue();
        OpenWork elsewhere = Job.work((row.work().shard() + 1) % outbox.shards(), job(row), author);
        assertThat(outbox.holds(elsewhere)).isFalse();
        assertThat(outbox.reopen(row.work())).isFalse();
        outbox.remove(row.work());
        assertThat(outbox.holds(row.work())).isFalse();
        assertThat(outbox.reopen(row.work())).isTrue();
        assertThat(walk(row.work().shard(), 100)).contains(row);
    }

    @Test
    void anOrphanLeavesItsShard() {
        OutboxRow row = newRow();
        OutboxRow other = newRow();
        assertThat(outbox.orphan(row)).isTrue();
        assertThat(outboxOf(job(row))).isEmpty();
        assertThat(outbox.holds(row.work())).isFalse();
        assertThat(outboxOf(job(other))).containsExactly(other);
    }

    @RepeatedTest(5)
    void ofTwoRelaysOneMovesAnOrphan() {
        OutboxRow row = newRow();
        outbox.claim(row, later(10));
        OutboxRow claimed = row(job(row));
        assertThat(Race.of(2, () -> outbox.orphan(claimed))).containsExactlyInAnyOrder(true, false);
    }

    @Test
    void workersSeeEachOthersLeasesUntilTheyEndOrAreReleased() {
        String first = fresh("worker");
        String second = fresh("worker");
        assertThat(outbox.lease(first, Duration.ofSeconds(30))).contains(first).doesNotContain(second);
        clock.advance(Duration.ofSeconds(10));
        assertThat(outbox.lease(second, Duration.ofSeconds(30))).containsSubsequence(sorted(first, second));
        clock.advance(Duration.ofSeconds(20));
        assertThat(outbox.lease(second, Duration.ofSeconds(30)))
                .contains(second)
                .doesNotContain(first);
        assertThat(outbox.lease(first, Duration.ofSeconds(30))).containsSubsequence(sorted(first, second));
        outbox.release(first);
        outbox.release(first);
        assertThat(outbox.lease(second, Duration.ofSeconds(30)))
                .contains(second)
                .doesNotContain(first);
    }

    /** Its shards would wait until the time of that clock. */
    @Test
    void theLeaseOfAWorkerWhoseClockIsFarAheadHoldsNothing() {
        String wrong = fresh("worker");
        Duration ahead = Duration.ofMinutes(40);
        clock.advance(ahead);
        outbox.lease(wrong, Duration.ofSeconds(30));
        clock.advance(ahead.negated());
        String right = fresh("worker");
        assertThat(outbox.lease(right, Duration.ofSeconds(30))).contains(right).doesNotContain(wrong);
    }

    /** The first of the workers with a lease deletes them: not all at once, and not by a clock that is a little ahead. */
    @Test
    void leasesThatAreOverForLongAreDeleted() {
        String first = fresh("a-worker");
        List<String> dead = IntStream.range(0, 3).mapToObj(i -> fresh("dead")).toList();
        dead.forEach(worker -> outbox.lease(worker, Duration.ofSeconds(30)));
        Duration ahead = Duration.ofMinutes(15);
        clock.advance(ahead);
        assertThat(outbox.lease(first, Duration.ofHours(1))).doesNotContainAnyElementsOf(dead);
        clock.advance(ahead.negated());
        assertThat(outbox.lease(first, Duration.ofHours(1))).containsAll(dead);
        clock.advance(ahead.plusSeconds(31));
        assertThat(outbox.lease(first, Duration.ofHours(1))).doesNotContainAnyElementsOf(dead);
        clock.advance(ahead.negated().minusSeconds(31));
        assertThat(outbox.lease(first, Duration.ofHours(1)))
                .as("leases that would hold by this clock")
                .contains(first)
                .doesNotContainAnyElementsOf(dead);
    }

    private static List<String> sorted(String first, String second) {
        return Stream.of(first, second).sorted().toList();
    }

    @Test
    void aClaimIsStoredInTheRowAndAStaleRowClaimsNothing() {
        OutboxRow row = newRow();
        assertThat(row).isEqualTo(new OutboxRow(row.work(), 0, null));
        assertThat(outbox.claim(row, later(10))).isTrue();
        OutboxRow claimed = new OutboxRow(row.work(), 1, later(10));
        assertThat(row(job(row))).isEqualTo(claimed);
        assertThat(outbox.claim(row, later(20))).isFalse();
        assertThat(row(job(row))).isEqualTo(claimed);
        assertThat(outbox.claim(claimed, later(20))).isTrue();
        assertThat(row(job(row))).isEqualTo(new OutboxRow(row.work(), 2, later(20)));
    }

    @Test
    void aRemovedRowIsNeitherClaimedNorAnOrphan() {
        OutboxRow row = newRow();
        outbox.remove(row.work());
        assertThat(outbox.claim(row, later(10))).isFalse();
        assertThat(outbox.orphan(row)).isFalse();
        assertThat(outboxOf(job(row))).isEmpty();
    }

    @RepeatedTest(10)
    void ofTwoRelaysOneClaims() {
        OutboxRow row = newRow();
        assertThat(Race.of(2, () -> outbox.claim(row, later(10)))).containsExactlyInAnyOrder(true, false);
        assertThat(row(job(row)).resends()).isEqualTo(1);
    }

    @Test
    void aClaimedRowMayBeRemovedByAStaleRowAndAgain() {
        OutboxRow row = newRow();
        OutboxRow kept = newRow();
        outbox.claim(row, later(10));
        for (int times = 0; times < 2; times++) {
            outbox.remove(row.work());
            assertThat(outboxOf(job(row))).isEmpty();
        }
        assertThat(outboxOf(job(kept))).containsExactly(kept);
    }
}
