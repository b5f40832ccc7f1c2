package io.feedmill.api.security;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.Scheduler;
import com.github.benmanes.caffeine.cache.Ticker;
import io.feedmill.api.problem.ProblemType;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.ObjIntConsumer;
import org.jspecify.annotations.Nullable;

/** Counts the refusals of each caller by the minute that begins with its first one. Thread-safe. */
final class RefusalCounter {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    /** The maximum number of callers and reasons that are counted one by one; the others are counted together. */
    static final int MAX_REFUSED = 10_000;

    private final Cache<RefusedCaller, AtomicInteger> counts;

    /** Who is refused, and why: a caller, and the user for whom a service calls; or an address without a token; or many that are counted together. */
    record RefusedCaller(
            @Nullable String caller,
            @Nullable String user,
            @Nullable String address,
            ProblemType reason) {}

    /** @param ended is told the number at the end of a minute */
    RefusalCounter(Ticker ticker, ObjIntConsumer<RefusedCaller> ended) {
        counts = Caffeine.newBuilder()
                .expireAfterWrite(WINDOW)
                .ticker(ticker)
                .scheduler(Scheduler.systemScheduler())
                .executor(Runnable::run)
                .<RefusedCaller, AtomicInteger>removalListener((refused, count, cause) -> {
                    if (refused != null && count != null) {
                        ended.accept(refused, count.get());
                    }
                })
                .build();
    }

    /** Returns which one of its minute the refusal is; 1 is the first. */
    int count(RefusedCaller refused) {
        AtomicInteger known = counts.getIfPresent(refused);
        if (known != null) {
            return known.incrementAndGet();
        }
        RefusedCaller counted =
                counts.estimatedSize() < MAX_REFUSED ? refused : new RefusedCaller(null, null, null, refused.reason());
        return counts.get(counted, first -> new AtomicInteger()).incrementAndGet();
    }
}
