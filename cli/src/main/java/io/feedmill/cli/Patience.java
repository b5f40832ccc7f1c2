package io.feedmill.cli;

import io.feedmill.cli.audit.AuditStopped;
import io.feedmill.common.storage.Sleeper;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;

/** Waits, unless the user wants to stop: then it throws an {@link AuditStopped} at once. */
record Patience(CompletableFuture<String> stop) implements Sleeper {

    @Override
    public void sleep(Duration duration) {
        try {
            stop.get(duration.toNanos(), TimeUnit.NANOSECONDS);
            throw new AuditStopped();
        } catch (TimeoutException e) {
            // nobody wants to stop
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new AuditStopped();
        } catch (ExecutionException e) {
            throw new IllegalStateException(e);
        }
    }
}
