package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Delivered;
import io.feedmill.common.outbox.WorkerStore.WorkerRow.Status;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** The rows of workers. Thread-safe. They are in a partition of the table {@code outbox} apart from the leases, which every sweep reads. */
@Component
public record WorkerStore(Dynamo dynamo, Clock clock) {
    /** The time for which the row of a dead worker stays. */
    public static final Duration KEPT = Duration.ofHours(1);

    private static final String WORKERS = "workers";
    private static final String AT = "at";
    private static final String NOTES = "noted";
    private static final String UNTIL = "until";
    private static final String VERSION = "version";
    private static final String WAITS = "waits";
    private static final String RATE = "rate";
    private static final String BREAKERS = "breakers";
    private static final String OPEN = "open";
    private static final String DELIVERIES = "deliveries";
    private static final String NEWEST = "newest";
    private static final long UNLIMITED = -1;
    private static final long NONE = -1;

    /** Writes the row of a worker, in place of its last one. */
    public void put(WorkerRow worker) {
        Attributes key = Attributes.key(WORKERS, worker.id());
        dynamo.update(Update.replace(OutboxRows.TABLE, key, null, attributes(worker), List.of(NEWEST)));
    }

    private static Attributes attributes(WorkerRow worker) {
        Status status = worker.status();
        return Attributes.of()
                .number(AT, worker.at().toEpochMilli())
                .number(NOTES, worker.notes())
                .number(UNTIL, worker.leastNote().map(Instant::toEpochMilli).orElse(NONE))
                .string(VERSION, status.version())
                .entries(WAITS, status.waits())
                .number(RATE, status.rate() == null ? UNLIMITED : status.rate())
                .entries(BREAKERS, status.breakers())
                .entries(OPEN, status.rows())
                .number(DELIVERIES, status.delivered().total())
                .strings(NEWEST, status.delivered().newest())
                .expires(worker.at().plus(KEPT));
    }

    /** Returns the rows of all workers. Eventually consistent. */
    public List<WorkerRow> all() {
        PartitionQuery query = PartitionQuery.of(OutboxRows.TABLE, WORKERS).eventuallyConsistent();
        return dynamo.queryAll(query.unexpired(clock.instant())).map(WorkerStore::worker);
    }

    private static WorkerRow worker(Row row) {
        long rate = row.number(RATE);
        Status status = new Status(
                row.string(VERSION),
                row.entries(WAITS),
                rate == UNLIMITED ? null : rate,
                row.entries(BREAKERS),
                row.entries(OPEN),
                new Delivered(row.number(DELIVERIES, 0), row.strings(NEWEST)));
        Optional<Instant> until = Optional.of(row.number(UNTIL, NONE))
                .filter(note -> note != NONE)
                .map(Instant::ofEpochMilli);
        return new WorkerRow(row.sk(), Instant.ofEpochMilli(row.number(AT)), (int) row.number(NOTES, 0), until, status);
    }

    /** What a worker process says of itself: how many shards of the outbox it has read to the end, the least note of these, and what it does. */
    public record WorkerRow(String id, Instant at, int notes, Optional<Instant> leastNote, Status status) {

        /**
         * What a worker does: the longest wait of a message by queue, in ISO 8601, without a queue whose wait is unknown; the rate of its writes to
         * home feeds in write units a second, if limited; the states of breakers by dependency; the open rows of its shards that are older than the
         * patience, by form; and its deliveries since its start.
         */
        public record Status(
                String version,
                Map<String, String> waits,
                @Nullable Long rate,
                Map<String, String> breakers,
                Map<String, String> rows,
                Delivered delivered) {}

        /** The deliveries of a worker so far, and the ids of up to {@value #NEWEST} posts, the newest of which it has delivered a part, in any order. */
        public record Delivered(long total, List<String> newest) {
            public static final Delivered NONE = new Delivered(0, List.of());
            public static final int NEWEST = 5;
        }
    }
}
