package io.feedmill.worker;

import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.WriteGate;
import java.time.Duration;
import java.util.Optional;

/** Delays each batch write, as a busy table does. */
record SlowGate(Duration pause) implements WriteGate {

    static Part<WriteGate> of(Duration pause) {
        return new Part<>(WriteGate.class, worker -> new SlowGate(pause));
    }

    @Override
    public Optional<WritePermit> acquire(int units, WriteOptions options) {
        try {
            Thread.sleep(pause);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        return WriteGate.open().acquire(units, options);
    }
}
