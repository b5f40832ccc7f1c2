package io.feedmill.api.live;

import io.feedmill.api.feed.HomePages;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.common.key.UserId;
import io.feedmill.common.time.ProcessTime;
import java.time.Duration;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.tomcat.autoconfigure.TomcatServerProperties;
import org.springframework.context.event.ContextClosedEvent;
import org.springframework.context.event.EventListener;
import org.springframework.stereotype.Component;

/** Bounds the live feeds of this instance, with a loop a user. Ends all before the server waits for the requests in progress. Thread-safe. */
@Component
final class LiveStreams {
    /** Streams of one user: a few devices and windows. */
    private static final int MAX_OF_USER = 5;
    /** When a refused client may try again: a stream may have ended. */
    private static final Duration RETRY = Duration.ofSeconds(5);

    private final Function<UserId, HomeLoop> begin;
    private final Semaphore free;
    private final Map<UserId, HomeLoop> loops = new ConcurrentHashMap<>();
    private volatile boolean stopping;

    LiveStreams(
            LiveSettings settings,
            TomcatServerProperties tomcat,
            HomePages pages,
            Badge badge,
            ApiMetrics metrics,
            ProcessTime time) {
        int max = settings.maxStreams();
        if (max >= tomcat.getMaxConnections()) {
            throw new IllegalArgumentException("feedmill.live.max-streams must be below server.tomcat.max-connections");
        }
        this.begin = reader -> new HomeLoop(reader, pages, badge, metrics, time);
        this.free = new Semaphore(max);
        metrics.gauge("feedmill.live.streams", "Live feeds in progress", () -> max - free.availablePermits());
    }

    /** Adds a stream; {@link #close} it. Throws 503 if the instance has no room, 429 if the user has enough. */
    HomeLoop open(UserId reader) {
        if (stopping || !free.tryAcquire()) {
            throw ProblemException.retryable(
                    ProblemType.TOO_BUSY, "This process has no room for another live feed; retry later.", RETRY);
        }
        try {
            return Objects.requireNonNull(loops.compute(reader, this::joined));
        } catch (ProblemException e) {
            free.release();
            throw e;
        }
    }

    private HomeLoop joined(UserId reader, @Nullable HomeLoop known) {
        if (known == null) {
            HomeLoop loop = begin.apply(reader);
            Thread.ofVirtual().name("live-feed").start(loop::run);
            return loop;
        }
        if (!known.add(MAX_OF_USER)) {
            throw ProblemException.refusal(
                    ProblemType.TOO_MANY_STREAMS,
                    "The user has " + MAX_OF_USER + " live feeds here; retry when one has ended.",
                    RETRY);
        }
        return known;
    }

    void close(HomeLoop loop) {
        loops.compute(loop.reader(), (reader, known) -> loop.remove() ? null : known);
        free.release();
    }

    boolean isStopping() {
        return stopping;
    }

    @EventListener(ContextClosedEvent.class)
    void stop() {
        stopping = true;
        loops.values().forEach(HomeLoop::wake);
    }
}
