package io.feedmill.common.outbox;

import java.time.Instant;
import java.util.Collection;
import java.util.Comparator;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * What a worker process says of itself once a sweep.
 *
 * @param id of the process
 * @param at when it said so
 * @param notes of each shard of the outbox that it has read to the end: all jobs that were accepted before then are complete. A note is a fact about the past,
 *     and holds for ever, also of a shard that is another worker's now
 * @param status what it does
 */
public record WorkerRow(String id, Instant at, Map<Integer, Instant> notes, Status status) {

    /**
     * What a worker does.
     *
     * @param version of Feedmill
     * @param waits the longest wait of a message, by queue, in ISO 8601; without a queue whose wait is unknown
     * @param rate of its writes to home feeds, in write units a second; null: unlimited
     * @param breakers their states, by dependency
     * @param rows open rows of its shards that are older than the patience, by form
     */
    public record Status(
            String version,
            Map<String, String> waits,
            @Nullable Long rate,
            Map<String, String> breakers,
            Map<String, String> rows) {}

    /** The least of its notes; empty without any. */
    public Optional<Instant> leastNote() {
        return notes.values().stream().min(Comparator.naturalOrder());
    }

    /**
     * Returns until when all jobs are complete: of each shard the greatest note counts, of the shards the least. Empty without a note of one.
     *
     * @param shards that the caller knows. There are more if the workers have notes of more
     */
    public static Optional<Instant> completeUntil(Collection<WorkerRow> workers, int shards) {
        TreeMap<Integer, Instant> greatest = new TreeMap<>();
        workers.forEach(worker ->
                worker.notes().forEach((shard, note) -> greatest.merge(shard, note, (a, b) -> a.isAfter(b) ? a : b)));
        int known = greatest.isEmpty() ? shards : Math.max(shards, greatest.lastKey() + 1);
        return greatest.size() < known
                ? Optional.empty()
                : greatest.values().stream().min(Comparator.naturalOrder());
    }
}
