package io.feedmill.api.recall;

import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Polls the notices of recalls at regular intervals, and does the upkeep of the recalls beside the polls: neither waits for the other. A failure does not
 * change health: pages ask the author feeds instead.
 */
@Component
final class RecallPoller implements SmartLifecycle {
    /** How long another instance still shows a retracted post, beside the time of a read. A poll costs a Query a shard. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(RecallPoller.class);

    private final Duration every;
    private final Work poll;
    private final Work upkeep;
    private @Nullable ScheduledExecutorService threads;

    @Autowired
    RecallPoller(Recalls recalls) {
        this(recalls, EVERY);
    }

    RecallPoller(Recalls recalls, Duration every) {
        this.every = every;
        this.poll = new Work("poll", recalls::poll);
        this.upkeep = new Work("upkeep", recalls::upkeep);
    }

    /** A repeated call. An outage has one line in the log when it begins and one when it ends. */
    private static final class Work {
        private final String name;
        private final Runnable call;
        private boolean failed;

        Work(String name, Runnable call) {
            this.name = name;
            this.call = call;
        }

        void run() {
            try {
                call.run();
                if (failed) {
                    LOG.atInfo().addKeyValue("work", name).log("Recalls read again");
                }
                failed = false;
            } catch (RuntimeException e) {
                LOG.atLevel(failed ? Level.DEBUG : Level.WARN)
                        .addKeyValue("work", name)
                        .setCause(e)
                        .log("Cannot read recalls");
                failed = true;
            }
        }
    }

    @Override
    @SuppressWarnings("FutureReturnValueIgnored") // a run does not throw, and stop ends it
    public synchronized void start() {
        ScheduledExecutorService started = Executors.newScheduledThreadPool(
                2, Thread.ofVirtual().name("recalls").factory());
        started.scheduleWithFixedDelay(poll::run, 0, every.toNanos(), TimeUnit.NANOSECONDS);
        started.scheduleWithFixedDelay(upkeep::run, 0, every.toNanos(), TimeUnit.NANOSECONDS);
        threads = started;
    }

    @Override
    public synchronized void stop() {
        if (threads != null) {
            threads.shutdownNow();
            threads = null;
        }
    }

    @Override
    public synchronized boolean isRunning() {
        return threads != null;
    }
}
