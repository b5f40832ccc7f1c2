package io.feedmill.api.security;

import com.github.benmanes.caffeine.cache.Caffeine;
import com.github.benmanes.caffeine.cache.LoadingCache;
import io.feedmill.api.http.Charge;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import io.github.bucket4j.Bandwidth;
import io.github.bucket4j.Bucket;
import io.github.bucket4j.ConsumptionProbe;
import io.github.bucket4j.EstimationProbe;
import io.github.bucket4j.TimeMeter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Optional;
import java.util.function.LongSupplier;
import org.springframework.web.filter.OncePerRequestFilter;

/** Limits the calls of each caller by scope, also refused ones, and tells how many are left (the IETF's draft of RateLimit header fields). */
final class RateLimits extends OncePerRequestFilter {
    private static final Duration WINDOW = Duration.ofMinutes(1);
    /** A bound of the heap. Beyond it, the callers that called least are forgotten, and have all their calls again. */
    static final int MAX_CALLERS = 100_000;

    private static final long NANOS_PER_SECOND = Duration.ofSeconds(1).toNanos();

    private final LimitSettings settings;
    private final Calls calls;
    private final Callers callers;
    private final LongSupplier nanoTime;
    private final LoadingCache<Key, Bucket> buckets;

    private record Key(String caller, boolean service, Scope scope) {}

    private record Meter(LongSupplier nanoTime) implements TimeMeter {
        @Override
        public long currentTimeNanos() {
            return nanoTime.getAsLong();
        }

        @Override
        public boolean isWallClockBased() {
            return false;
        }
    }

    RateLimits(LimitSettings settings, int maxCallers, Calls calls, Callers callers, LongSupplier nanoTime) {
        this.settings = settings;
        this.calls = calls;
        this.callers = callers;
        this.nanoTime = nanoTime;
        // After a minute without a call a bucket is full again, as a new one is.
        this.buckets = Caffeine.newBuilder()
                .maximumSize(maxCallers)
                .expireAfterAccess(WINDOW)
                .ticker(nanoTime::getAsLong)
                .executor(Runnable::run)
                .build(this::newBucket);
    }

    @Override
    @SuppressWarnings("try") // the call is charged in the context of this thread
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Key> key = limited(request);
        if (key.isEmpty()) {
            chain.doFilter(request, response);
        } else if (admits(key.get(), request, response)) {
            try (var charged =
                    Charge.of(further -> charge(key.get(), further, response)).makeCurrent()) {
                chain.doFilter(request, response);
            }
        }
    }

    private void charge(Key key, int further, HttpServletResponse response) {
        Bucket bucket = buckets.get(key);
        bucket.consumeIgnoringRateLimits(further);
        EstimationProbe now = bucket.estimateAbilityToConsume(settings.of(key.scope()));
        tell(key, now.getRemainingTokens(), now.getNanosToWaitForRefill(), response);
    }

    /** A path or method of no call counts as one of a feed. */
    private Optional<Key> limited(HttpServletRequest request) {
        Scope scope = calls.find(request).map(found -> found.call().scope()).orElse(Scope.FEED);
        return callers.find()
                .filter(settings::concern)
                .map(caller -> new Key(caller.name(), caller.isService(), scope));
    }

    private boolean admits(Key key, HttpServletRequest request, HttpServletResponse response) throws IOException {
        Bucket bucket = buckets.get(key);
        ConsumptionProbe probe = bucket.tryConsumeAndReturnRemaining(1);
        response.setHeader(
                "RateLimit-Policy", policy(key) + ";q=" + settings.of(key.scope()) + ";w=" + WINDOW.toSeconds());
        tell(key, probe.getRemainingTokens(), probe.getNanosToWaitForReset(), response);
        if (!probe.isConsumed()) {
            ProblemWriter.write(
                    ProblemException.refusal(
                            ProblemType.TOO_MANY_CALLS,
                            "The token's calls of this kind are used up: " + settings.of(key.scope())
                                    + " a minute; retry later.",
                            Duration.ofNanos(probe.getNanosToWaitForRefill())),
                    request,
                    response);
        }
        return probe.isConsumed();
    }

    private static String policy(Key key) {
        return "\"" + key.scope().value() + "\"";
    }

    private static void tell(Key key, long remaining, long nanosToReset, HttpServletResponse response) {
        response.setHeader(
                "RateLimit",
                policy(key) + ";r=" + Math.max(0, remaining) + ";t=" + Math.ceilDiv(nanosToReset, NANOS_PER_SECOND));
    }

    private Bucket newBucket(Key key) {
        int calls = settings.of(key.scope());
        return Bucket.builder()
                .addLimit(Bandwidth.builder()
                        .capacity(calls)
                        .refillGreedy(calls, WINDOW)
                        .build())
                .withCustomTimePrecision(new Meter(nanoTime))
                .build();
    }
}
