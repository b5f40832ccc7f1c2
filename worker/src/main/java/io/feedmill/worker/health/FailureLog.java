package io.feedmill.worker.health;

import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import java.util.concurrent.CompletionException;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import software.amazon.awssdk.core.exception.SdkException;

/** Logs that something fails when it begins to, and once more when it works again: a line a change, however often it is tried. Thread-safe. */
public final class FailureLog {
    private final Logger log;
    private final String what;
    private final AtomicBoolean failing = new AtomicBoolean();

    /**
     * @param what the subject of both sentences, such as {@code Polling publish}
     */
    public FailureLog(Logger log, String what) {
        this.log = log;
        this.what = what;
    }

    public void failed(Throwable failure) {
        if (failing.compareAndSet(false, true)) {
            Throwable cause = cause(failure);
            log.atWarn()
                    .addKeyValue("reason", reason(cause))
                    .addKeyValue("detail", cause.getMessage())
                    .log("{} fails", what);
        }
    }

    public void succeeded() {
        if (failing.compareAndSet(true, false)) {
            log.atInfo().log("{} works again", what);
        }
    }

    /** What a future or a store has wrapped says more than the wrapping. */
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
