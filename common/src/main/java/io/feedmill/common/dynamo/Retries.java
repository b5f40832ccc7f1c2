package io.feedmill.common.dynamo;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.DynamoMetrics.Operation;
import io.feedmill.common.storage.Backoff;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.common.storage.SuspendSafeClock.Time;
import io.feedmill.common.storage.Timing;
import java.time.Duration;
import java.util.function.Function;
import software.amazon.awssdk.core.exception.SdkException;

/**
 * The retry layer of single calls: full jitter, up to {@link DynamoClients#CALL_TIMEOUT} with all attempts, or
 * {@link DynamoClients#LONGEST_BRIEF_CALL}. A refused call had no effect, and refusing is cheap for the store: ten attempts in all. A call without an
 * answer may have been applied or be in progress: four attempts. Times count by the later of two clocks. Thread-safe.
 */
record Retries(StorageGate gate, TableSchema schema, DynamoMetrics metrics, Timing timing, boolean brief) {
    static final int ATTEMPTS = 10;
    static final int UNANSWERED_ATTEMPTS = 4;

    private static final Backoff BACKOFF = new Backoff(Duration.ofMillis(50), Duration.ofMillis(500));
    private static final Duration LAST_START = DynamoClients.CALL_TIMEOUT.minus(DynamoClients.ATTEMPT_TIMEOUT);
    private static final Duration BRIEF_START =
            DynamoClients.LONGEST_BRIEF_CALL.minus(DynamoClients.BRIEF_ATTEMPT_TIMEOUT);

    /** No attempt begins later, however long the gate, the sleep or the machine stood still. */
    private static final Duration LATEST_START = DynamoClients.LONGEST_CALL.minus(DynamoClients.ATTEMPT_TIMEOUT);

    Retries ungated() {
        return new Retries(StorageGate.open(), schema, metrics, timing, brief);
    }

    Retries ofBriefCalls() {
        return new Retries(gate, schema, metrics, timing, true);
    }

    /** One attempt at a call: its number from 0, and the number of earlier attempts without an answer. */
    record Attempt(int number, int unanswered) {
        /** Whether an earlier attempt may have been applied. */
        boolean afterLostAnswer() {
            return unanswered > 0;
        }

        private boolean isBeyond() {
            return number >= ATTEMPTS || unanswered >= UNANSWERED_ATTEMPTS;
        }

        private Attempt next(StorageException failure) {
            return new Attempt(number + 1, StorageErrors.refused(failure) ? unanswered : unanswered + 1);
        }
    }

    <T> T call(Operation operation, String table, Function<Attempt, T> call) {
        return call(operation, table, failure -> table, call);
    }

    /**
     * Makes a call of these tables, once for each attempt; {@code refusing} names the table that refused it. It may throw an {@link SdkException}, or a
     * {@link StorageException} if the answer shows a failure.
     */
    <T> T call(
            Operation operation,
            String tables,
            Function<StorageException, String> refusing,
            Function<Attempt, T> call) {
        Time begin = timing.clocks().now();
        Attempt attempt = new Attempt(0, 0);
        while (true) {
            try {
                return send(operation, tables, call, attempt, begin);
            } catch (StorageException e) {
                metrics.failed(operation, schema.suffix(refusing.apply(e)), e);
                attempt = next(attempt, e, begin);
            }
        }
    }

    private <T> T send(Operation operation, String tables, Function<Attempt, T> call, Attempt attempt, Time begin) {
        T result = gate.call(operation.on(tables), () -> {
            if (since(begin).compareTo(brief ? BRIEF_START : LATEST_START) > 0) {
                throw new StorageException(Kind.REJECTED, "TooLate");
            }
            return call.apply(attempt);
        });
        metrics.succeeded(operation);
        return result;
    }

    /** Waits for the next attempt; throws the failure after the last one. */
    private Attempt next(Attempt attempt, StorageException failure, Time begin) {
        Duration wait = BACKOFF.delay(attempt.number(), timing.random());
        Attempt next = attempt.next(failure);
        boolean over = since(begin).plus(wait).compareTo(brief ? BRIEF_START : LAST_START) > 0;
        if (!failure.isRetryable() || next.isBeyond() || over) {
            throw failure;
        }
        timing.sleeper().sleep(wait);
        return next;
    }

    private Duration since(Time begin) {
        return timing.clocks().now().since(begin);
    }
}
