package io.feedmill.worker.relay;

import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.outbox.OutboxStore;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The share of one worker in the shards of the outbox. Each sweeping worker has a lease, and every worker computes from the list of leases which
 * shard is whose, by rendezvous hashing: a worker that joins or leaves moves no shards between the others. For a moment two workers may take a shard
 * for theirs, or none does; claims have conditions, and the next round corrects it. Thread-safe.
 */
public final class ShardShare implements AutoCloseable {
    /** A lease lasts for this number of rounds: until then the shards of a dead worker are not swept. */
    private static final int ROUNDS = 5;

    private final String worker;
    private final OutboxStore outbox;
    private final Duration round;
    private final Clock clock;
    private volatile @Nullable Leases leases;
    private volatile boolean closed;

    private record Leases(List<String> workers, Instant at) {}

    /** @param round the time after which the lease is extended */
    public ShardShare(String worker, OutboxStore outbox, Duration round, Clock clock) {
        this.worker = worker;
        this.outbox = outbox;
        this.round = round;
        this.clock = clock;
    }

    /** Whether this worker sweeps the shard now. Extends the lease once a round. */
    boolean contains(int shard) {
        return !closed && owner(shard).filter(worker::equals).isPresent();
    }

    private Optional<String> owner(int shard) {
        return workers().stream()
                .max(Comparator.comparingInt(other -> ShardedKey.shardOf(other + "#" + shard, Integer.MAX_VALUE)));
    }

    private List<String> workers() {
        Leases known = leases;
        Instant now = clock.instant();
        if (known == null || !now.isBefore(known.at().plus(round))) {
            known = new Leases(outbox.lease(worker, round.multipliedBy(ROUNDS)), now);
            leases = known;
        }
        return known.workers();
    }

    /** Leaves the shards to the other workers. */
    @Override
    public void close() {
        closed = true;
        if (leases != null) {
            outbox.release(worker);
        }
    }
}
