package io.feedmill.worker.health;

import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.spi.LoggingEventBuilder;
import software.amazon.awssdk.core.exception.SdkException;

/** Logs the first of several failures in a row, and the first success after them. Thread-safe. */
public record FailureLog(Logger log, @Nullable String queue, String failed, String recovered, AtomicBoolean failing) {
    public FailureLog(Logger log, String failed, String recovered) {
        this(log, null, failed, recovered);
    }

    /** A log with a fixed text for failures and one for the recovery. It names the queue in each line; null: none. */
    public FailureLog(Logger log, @Nullable String queue, String failed, String recovered) {
        this(log, queue, failed, recovered, new AtomicBoolean());
    }

    /** Runs the work, which returns whether it ran to its end, and logs its outcome. A failure of a store does not propagate. */
    public void record(BooleanSupplier work) {
        try {
            if (work.getAsBoolean()) {
                succeeded();
            }
        } catch (StorageException e) {
            failed(e);
        }
    }

    public void failed(Throwable failure) {
        if (failing.compareAndSet(false, true)) {
            Throwable cause = cause(failure);
            withQueue(log.atWarn())
                    .addKeyValue("reason", reason(cause))
                    .addKeyValue("detail", cause.getMessage())
                    .log(failed);
        }
    }

    public void succeeded() {
        if (failing.compareAndSet(true, false)) {
            withQueue(log.atInfo()).log(recovered);
        }
    }

    private LoggingEventBuilder withQueue(LoggingEventBuilder event) {
        return queue == null ? event : event.addKeyValue("queue", queue);
    }

    /** Returns the exception that a future or a store wrapped. */
    private static Throwable cause(Throwable failure) {
        boolean wraps = failure instanceof CompletionException || failure instanceof StorageException;
        Throwable cause = failure.getCause();
        return wraps && cause != null ? cause : failure;
    }

    private static String reason(Throwable cause) {
        return switch (cause) {
            case SdkException e -> StorageErrors.classify(e).reason();
            case StorageException e -> e.reason();
            default -> cause.getClass().getSimpleName();
        };
    }
}
