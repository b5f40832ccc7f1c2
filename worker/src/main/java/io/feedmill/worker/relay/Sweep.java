package io.feedmill.worker.relay;

import io.feedmill.common.fanout.JobState;
import io.feedmill.common.key.JobId;
import io.feedmill.common.outbox.OutboxRow;
import io.feedmill.common.outbox.OutboxStore;
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

/** One walk over the whole outbox. Every worker walks, each through the shards in an order of its own. */
public final class Sweep {
    private static final Logger LOG = LoggerFactory.getLogger(Sweep.class);
    private static final int PAGE = 100;

    private final OutboxStore outbox;
    private final Relay relay;
    private final WorkerMetrics metrics;
    private final BooleanSupplier ends;

    /**
     * @param ends whether a walk is to end where it is
     */
    public Sweep(OutboxStore outbox, Relay relay, WorkerMetrics metrics, BooleanSupplier ends) {
        this.outbox = outbox;
        this.relay = relay;
        this.metrics = metrics;
        this.ends = ends;
    }

    /** Looks at every open job once; false where it ended before. */
    public boolean run() {
        Map<JobState, Long> open = new EnumMap<>(JobState.class);
        List<Integer> shards =
                new ArrayList<>(IntStream.range(0, outbox.shards()).boxed().toList());
        Collections.shuffle(shards);
        shards.forEach(shard -> walk(shard, open));
        if (ends.getAsBoolean()) {
            return false;
        }
        metrics.open(open);
        return true;
    }

    private void walk(int shard, Map<JobState, Long> open) {
        JobId last = null;
        boolean more = true;
        while (more && !ends.getAsBoolean()) {
            List<OutboxRow> rows = outbox.rows(shard, last, PAGE);
            rows.stream().takeWhile(row -> !ends.getAsBoolean()).forEach(row -> relay(row, open));
            last = rows.isEmpty() ? last : rows.getLast().job();
            more = rows.size() == PAGE;
        }
    }

    /** One that fails does not keep those behind it. */
    private void relay(OutboxRow row, Map<JobState, Long> open) {
        try {
            count(relay.relay(row), open);
        } catch (StorageException e) {
            LOG.atWarn()
                    .addKeyValue("job", row.job())
                    .addKeyValue("reason", e.reason())
                    .log("The sweep left a job as it was");
        }
    }

    private void count(Relayed relayed, Map<JobState, Long> open) {
        switch (relayed) {
            case Relayed.Gone gone -> {
                // not open any more
            }
            case Relayed.Open job -> open.merge(job.state(), 1L, Long::sum);
            case Relayed.Resent job -> {
                metrics.resent();
                open.merge(job.state(), 1L, Long::sum);
            }
        }
    }
}
