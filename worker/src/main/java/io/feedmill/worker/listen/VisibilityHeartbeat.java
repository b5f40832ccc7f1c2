package io.feedmill.worker.listen;

import io.awspring.cloud.sqs.listener.Visibility;
import io.feedmill.common.queue.Queue;
import io.feedmill.common.time.ProcessTime;
import io.feedmill.worker.health.FailureLog;
import io.feedmill.worker.metrics.QueueMetrics;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.stereotype.Component;

/** Extends the visibility timeout of messages in process by the whole of it after each third, up to the maximum duration. Thread-safe. */
@Component
public final class VisibilityHeartbeat {
    private static final Logger LOG = LoggerFactory.getLogger(VisibilityHeartbeat.class);
    private static final int EXTENSIONS_PER_TIMEOUT = 3;

    private final Map<Queue, FailureLog> failures = new ConcurrentHashMap<>();
    private final Map<Visibility, Beat> beats = new ConcurrentHashMap<>();
    private final Duration maxDuration;
    private final QueueMetrics metrics;
    private final ProcessTime time;

    public VisibilityHeartbeat(ListenerSettings settings, QueueMetrics metrics, ProcessTime time) {
        this.maxDuration = settings.maxProcessing();
        this.metrics = metrics;
        this.time = time;
    }

    private record Beat(Queue queue, Duration timeout, long begin, long last) {
        boolean due(long now, Duration maxDuration) {
            return now - last >= timeout.dividedBy(EXTENSIONS_PER_TIMEOUT).toNanos()
                    && now - begin < maxDuration.toNanos();
        }
    }

    void begin(Queue queue, Visibility visibility, Duration timeout) {
        long now = time.nanoTime();
        beats.put(visibility, new Beat(queue, timeout, now, now));
    }

    void end(Visibility visibility) {
        beats.remove(visibility);
    }

    /** Extends the visibility of the messages that are due. Runs once a second. */
    void tick() {
        long now = time.nanoTime();
        beats.forEach((visibility, beat) -> {
            if (beat.due(now, maxDuration)) {
                beats.replace(visibility, beat, new Beat(beat.queue, beat.timeout, beat.begin, now));
                CompletableFuture.completedStage((int) beat.timeout.toSeconds())
                        .thenCompose(visibility::changeToAsync)
                        .whenComplete((done, failure) -> extended(visibility, beat.queue, failure));
            }
        });
    }

    /** A failure after the end of the processing is ignored: the message is deleted then. */
    private void extended(Visibility visibility, Queue queue, @Nullable Throwable failure) {
        FailureLog log = failures.computeIfAbsent(
                queue,
                of -> new FailureLog(
                        LOG, of.suffix(), "Cannot extend visibility timeout", "Visibility timeout extended again"));
        if (failure == null) {
            log.succeeded();
            metrics.extended(queue).increment();
        } else if (beats.containsKey(visibility)) {
            log.failed(failure);
        }
    }
}
