package io.feedmill.api.recall;

import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.context.SmartLifecycle;

/** Refreshes the recalls at regular intervals, one read at a time. A failure is no matter of health: pages ask the author feeds instead. */
final class RecallPoller implements SmartLifecycle {
    private static final Logger log = LoggerFactory.getLogger(RecallPoller.class);

    private final Recalls recalls;
    private final RecallSettings settings;
    private @Nullable ScheduledExecutorService thread;
    private boolean failed;

    RecallPoller(Recalls recalls, RecallSettings settings) {
        this.recalls = recalls;
        this.settings = settings;
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // refresh does not throw, and stop ends it
    public synchronized void start() {
        ScheduledExecutorService started = Executors.newSingleThreadScheduledExecutor(
                Thread.ofVirtual().name("recalls").factory());
        started.scheduleAtFixedRate(this::refresh, 0, settings.every().toNanos(), TimeUnit.NANOSECONDS);
        thread = started;
    }

    private void refresh() {
        try {
            recalls.refresh();
            if (failed) {
                log.info("Recalls read again");
            }
            failed = false;
        } catch (RuntimeException e) {
            log.atLevel(failed ? Level.DEBUG : Level.WARN)
                    .setCause(e)
                    .log("Cannot read recalls, pages ask the author feeds about every item");
            failed = true;
        }
    }

    @Override
    public synchronized void stop() {
        if (thread != null) {
            thread.shutdownNow();
            thread = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return thread != null;
    }
}
