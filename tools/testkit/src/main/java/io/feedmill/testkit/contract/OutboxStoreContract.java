package io.feedmill.testkit.contract;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.testkit.Race;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;

/** The contract of {@link OutboxStore}. */
public abstract class OutboxStoreContract extends Contract {
    private final OutboxStore outbox = stores.outbox();

    protected OutboxStoreContract(Backend backend) {
        super(backend);
    }

    private OutboxRow newRow() {
        return row(JobId.of(publish("hello").id()));
    }

    private OutboxRow row(JobId job) {
        List<OutboxRow> rows = outboxOf(job);
        assertThat(rows).hasSize(1);
        return rows.getFirst();
    }

    private List<OutboxRow> walk(int shard, int limit) {
        List<OutboxRow> rows = new ArrayList<>();
        @Nullable JobId after = null;
        while (true) {
            List<OutboxRow> page = outbox.rows(shard, after, limit);
            if (page.isEmpty()) {
                return rows;
            }
            assertThat(page).hasSizeLessThanOrEqualTo(limit);
            rows.addAll(page);
            assertThat(rows).hasSizeLessThan(1_000);
            after = page.getLast().job();
        }
    }

    private Instant later(int seconds) {
        return clock.instant().plusSeconds(seconds);
    }

    @Test
    void everyOpenJobIsOnceInTheShardThatItNames() {
        List<JobId> jobs =
                Stream.generate(() -> JobId.of(publish("hello").id())).limit(40).toList();
        List<OutboxRow> rows = IntStream.range(0, outbox.shards())
                .boxed()
                .flatMap(shard -> walk(shard, 2).stream())
                .filter(row -> jobs.contains(row.job()))
                .toList();
        assertThat(rows).extracting(OutboxRow::job).containsExactlyInAnyOrderElementsOf(jobs);
        assertThat(rows).allSatisfy(row -> assertThat(outboxOf(row.job())).containsExactly(row));
        assertThat(rows)
                .extracting(OutboxRow::shard)
                .anyMatch(shard -> shard != rows.getFirst().shard());
    }

    @Test
    void theOldestComesFirst() {
        Stream.generate(() -> publish("hello")).limit(20).forEach(post -> {});
        for (int shard = 0; shard < outbox.shards(); shard++) {
            List<OutboxRow> rows = outbox.rows(shard, null, 1_000);
            assertThat(rows).extracting(OutboxRow::job).isSorted();
            assertThat(walk(shard, 3)).isEqualTo(rows);
        }
    }

    @Test
    void aNewRowWasNeverResent() {
        OutboxRow row = newRow();
        assertThat(row).isEqualTo(new OutboxRow(row.shard(), row.job(), author, 0, null));
    }

    @Test
    void aClaimIsStoredInTheRow() {
        OutboxRow row = newRow();
        assertThat(outbox.claim(row, later(10))).isTrue();
        OutboxRow claimed = new OutboxRow(row.shard(), row.job(), author, 1, later(10));
        assertThat(row(row.job())).isEqualTo(claimed);
        assertThat(outbox.claim(claimed, later(20))).isTrue();
        assertThat(row(row.job())).isEqualTo(new OutboxRow(row.shard(), row.job(), author, 2, later(20)));
    }

    @Test
    void aClaimByAStaleRowIsLost() {
        OutboxRow row = newRow();
        assertThat(outbox.claim(row, later(10))).isTrue();
        assertThat(outbox.claim(row, later(20))).isFalse();
        assertThat(row(row.job()).due()).isEqualTo(later(10));
    }

    @Test
    void aRemovedRowCannotBeClaimed() {
        OutboxRow row = newRow();
        outbox.remove(row);
        assertThat(outbox.claim(row, later(10))).isFalse();
        assertThat(outboxOf(row.job())).isEmpty();
    }

    @RepeatedTest(10)
    void ofTwoRelaysOneClaims() {
        OutboxRow row = newRow();
        assertThat(Race.of(2, () -> outbox.claim(row, later(10)))).containsExactlyInAnyOrder(true, false);
        assertThat(row(row.job()).resends()).isEqualTo(1);
    }

    @Test
    void theOutboxContainsAJobUntilItsRemoval() {
        OutboxRow row = newRow();
        assertThat(outbox.holds(row.shard(), row.job())).isTrue();
        assertThat(outbox.holds((row.shard() + 1) % outbox.shards(), row.job())).isFalse();
        outbox.remove(row);
        assertThat(outbox.holds(row.shard(), row.job())).isFalse();
    }

    @Test
    void removingIsRepeatable() {
        OutboxRow row = newRow();
        OutboxRow kept = newRow();
        outbox.remove(row);
        outbox.remove(row);
        assertThat(outboxOf(row.job())).isEmpty();
        assertThat(outboxOf(kept.job())).containsExactly(kept);
    }

    @Test
    void aClaimedRowMayBeRemovedByAStaleRow() {
        OutboxRow row = newRow();
        outbox.claim(row, later(10));
        outbox.remove(row);
        assertThat(outboxOf(row.job())).isEmpty();
    }
}
