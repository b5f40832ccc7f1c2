package io.feedmill.worker.relay;

import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxStore;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import io.feedmill.common.storage.StorageException;
import io.feedmill.worker.metrics.WorkerMetrics;
import io.feedmill.worker.relay.Relay.Relayed;
import java.util.ArrayList;
import java.util.Collections;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import java.util.stream.IntStream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Relays every job in the outbox. Every worker sweeps, each through the shards in a random order. */
public final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final int PAGE = 100;

    private final OutboxStore outbox;
    private final Relay relay;
    private final WorkerMetrics metrics;
    private final BooleanSupplier ends;

    /**
     * @param ends whether a sweep ends early
     */
    public Sweep(OutboxStore outbox, Relay relay, WorkerMetrics metrics, BooleanSupplier ends) {
        this.outbox = outbox;
        this.relay = relay;
        this.metrics = metrics;
        this.ends = ends;
    }

    /** Relays every open job once. Returns false if it ended early. */
    public boolean run() {
        Map<JobState, Long> open = new EnumMap<>(JobState.class);
        List<Integer> shards =
                new ArrayList<>(IntStream.range(0, outbox.shards()).boxed().toList());
        Collections.shuffle(shards);
        shards.forEach(shard -> sweep(shard, open));
        if (ends.getAsBoolean()) {
            return false;
        }
        metrics.open(open);
        return true;
    }

    private void sweep(int shard, Map<JobState, Long> open) {
        JobId last = null;
        boolean more = true;
        while (more && !ends.getAsBoolean()) {
            List<OutboxRow> rows = outbox.rows(shard, last, PAGE);
            rows.stream().takeWhile(row -> !ends.getAsBoolean()).forEach(row -> relay(row, open));
            last = rows.isEmpty() ? last : rows.getLast().job();
            more = rows.size() == PAGE;
        }
    }

    /** A failure does not stop the sweep. */
    private void relay(OutboxRow row, Map<JobState, Long> open) {
        try {
            count(relay.relay(row), open);
        } catch (StorageException e) {
            LOG.atWarn()
                    .addKeyValue("job", row.job())
                    .addKeyValue("reason", e.reason())
                    .log("Cannot relay job");
        }
    }

    private void count(Relayed relayed, Map<JobState, Long> open) {
        switch (relayed) {
            case Relayed.Gone gone -> {
                // no longer open
            }
            case Relayed.Open job -> open.merge(job.state(), 1L, Long::sum);
            case Relayed.Resent job -> {
                metrics.resent();
                open.merge(job.state(), 1L, Long::sum);
            }
        }
    }
}
