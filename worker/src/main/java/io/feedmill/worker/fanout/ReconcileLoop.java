package io.feedmill.worker.fanout;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.DynamoClients;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Supplier;

/**
 * Brings rows in line with a source of truth that changes meanwhile: reads the truth, writes the rows, reads again, and repeats until the truth did
 * not change in between. Of several concurrent loops, the one that writes last has then read the latest truth.
 */
public final class ReconcileLoop {
    private ReconcileLoop() {}

    /** How long a handler that is late may write what it has just read. */
    private static final Duration LAST_WRITES = DynamoClients.CALL_TIMEOUT.multipliedBy(2);

    /**
     * Returns the truth, by a strongly consistent read, that the rows agree with, or empty if a write was incomplete. If the answer to a write came
     * after the deadline, others may have changed its rows meanwhile: writes what is true now.
     */
    public static <T> Optional<T> run(
            Supplier<T> read, BiFunction<T, WriteOptions, BatchResult> write, WriteOptions options) {
        End<T> end = loop(read, write, options);
        if (end.last().late()) {
            runLate(read, write, options);
        }
        return end.last().complete() ? Optional.of(end.truth()) : Optional.empty();
    }

    /** Likewise, for a handler whose deadline is over. Does not go on if it is late again: the work is requeued. */
    static <T> void runLate(Supplier<T> read, BiFunction<T, WriteOptions, BatchResult> write, WriteOptions options) {
        loop(read, write, WriteOptions.bulk(options.deadline().again(LAST_WRITES)));
    }

    private record End<T>(T truth, BatchResult last) {}

    private static <T> End<T> loop(
            Supplier<T> read, BiFunction<T, WriteOptions, BatchResult> write, WriteOptions options) {
        T truth = read.get();
        while (true) {
            BatchResult result = write.apply(truth, options);
            T current = result.complete() ? read.get() : truth;
            if (current.equals(truth)) {
                return new End<>(truth, result);
            }
            truth = current;
        }
    }
}
