package io.feedmill.worker.stop;

import io.feedmill.common.storage.Deadline;

/** A piece of work under way and the time it has. */
public record Work(Deadline deadline, Runnable end) implements AutoCloseable {

    @Override
    public void close() {
        end.run();
    }
}
