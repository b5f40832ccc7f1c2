package io.feedmill.common.outbox;

import java.time.Duration;
import java.util.List;

/** The rows of workers. Thread-safe. */
public interface WorkerStore {
    /** The time for which the row of a dead worker, and its notes, stay. */
    Duration KEPT = Duration.ofHours(1);

    /** Writes the row of a worker, in place of its last one. */
    void put(WorkerRow worker);

    /** Returns the rows of all workers. Eventually consistent: a note that is missing, or an older one, is no wrong one. */
    List<WorkerRow> all();
}
