package io.feedmill.worker.relay;

import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxPage;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.outbox.OutboxStore.PairRow;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.relay.Relay.Relayed;
import io.feedmill.worker.relay.RelayMetrics.SweptRows;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Relays the jobs, follows, unfollows and rebuilds of this worker's shards that may be stalled. Reads the outbox rows that are older than the patience, and of these the jobs that
 * may be due: a job is not read again before it could be stalled. Thread-safe.
 */
public final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final int PAGE = 1_000;

    /** The maximum of jobs to remember. More are read in every sweep. */
    private static final int MAX_KNOWN = 100_000;

    private final OutboxStore outbox;
    private final ShardShare share;
    private final Relay relay;
    private final RelayMetrics metrics;
    private final BooleanSupplier ends;
    private volatile Map<JobId, Relayed.Open> known = Map.of();

    /**
     * @param ends whether a sweep ends early
     */
    public Sweep(OutboxStore outbox, ShardShare share, Relay relay, RelayMetrics metrics, BooleanSupplier ends) {
        this.outbox = outbox;
        this.share = share;
        this.relay = relay;
        this.metrics = metrics;
        this.ends = ends;
    }

    /** Relays every job of this worker's shards that may be stalled. Returns false if it ended early. */
    public boolean run() {
        Round round = new Round();
        for (int shard : shuffledShards()) {
            if (ends.getAsBoolean()) {
                return false;
            }
            if (share.contains(shard)) {
                sweep(shard, round);
            }
        }
        if (ends.getAsBoolean()) {
            return false;
        }
        known = round.open;
        metrics.swept(round.rows);
        round.logPassedOver();
        return true;
    }

    private List<Integer> shuffledShards() {
        List<Integer> shards =
                new ArrayList<>(IntStream.range(0, outbox.shards()).boxed().toList());
        Collections.shuffle(shards);
        return shards;
    }

    private void sweep(int shard, Round round) {
        @Nullable String after = null;
        do {
            OutboxPage page = outbox.rows(shard, relay.horizon(), after, PAGE);
            round.add(shard, page);
            metrics.rowsRead(page.rows().size() + page.pairs().size());
            page.rows().stream().takeWhile(row -> !ends.getAsBoolean()).forEach(row -> relay(row, round));
            page.pairs().stream().takeWhile(row -> !ends.getAsBoolean()).forEach(this::relay);
            after = page.next();
        } while (after != null && !ends.getAsBoolean());
    }

    /** A failure does not stop the sweep. */
    private void relay(PairRow row) {
        try {
            if (relay.isDue(row) && relay.relay(row)) {
                metrics.resent();
            }
        } catch (StorageException e) {
            LOG.atWarn()
                    .addKeyValue("pair", row.pair())
                    .addKeyValue("reason", e.reason())
                    .log("Cannot relay change of a home feed");
        }
    }

    /** A failure does not stop the sweep. */
    private void relay(OutboxRow row, Round round) {
        Relayed.Open last = known.get(row.job());
        if (!relay.mayBeDue(row, last)) {
            round.remember(row, last);
            return;
        }
        try {
            metrics.jobRead();
            count(relay.relay(row), row, round);
        } catch (StorageException e) {
            LOG.atWarn()
                    .addKeyValue("job", row.job())
                    .addKeyValue("reason", e.reason())
                    .log("Cannot relay job");
        } catch (RuntimeException e) { // a job of a newer version, for instance
            LOG.atWarn().addKeyValue("job", row.job()).setCause(e).log("Cannot relay job");
        }
    }

    private void count(Relayed relayed, OutboxRow row, Round round) {
        switch (relayed) {
            case Relayed.Gone gone -> {
                // no longer open
            }
            case Relayed.Orphaned orphaned -> metrics.orphaned();
            case Relayed.Open open -> round.remember(row, open);
            case Relayed.Resent resent -> metrics.resent();
        }
    }

    /** What one sweep found. */
    private static final class Round {
        private final Map<JobId, Relayed.Open> open = new HashMap<>();
        private SweptRows rows = SweptRows.NONE;
        private @Nullable String passedOver;

        void add(int shard, OutboxPage page) {
            rows = rows.plus(
                    page.rows().size(),
                    page.pairs().size(),
                    page.malformed().size(),
                    page.newer().size());
            Stream.concat(page.malformed().stream(), page.newer().stream())
                    .findFirst()
                    .ifPresent(sk -> passedOver = shard + " " + sk);
        }

        void remember(OutboxRow row, Relayed.@Nullable Open job) {
            if (job != null && open.size() < MAX_KNOWN) {
                open.put(row.job(), job);
            }
        }

        /** Once a sweep, not once a row. */
        void logPassedOver() {
            if (passedOver != null) {
                LOG.atWarn()
                        .addKeyValue("malformed", rows.malformed())
                        .addKeyValue("newer", rows.newer())
                        .addKeyValue("one", passedOver)
                        .log("Outbox rows passed over");
            }
        }
    }
}
