package io.feedmill.api.guard;

import io.feedmill.api.http.Charge;
import io.feedmill.common.breaker.Breaker;
import io.feedmill.common.breaker.Dependency;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.storage.StorageErrors;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.github.resilience4j.bulkhead.Bulkhead;
import io.github.resilience4j.bulkhead.BulkheadConfig;
import java.time.Duration;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Function;
import java.util.function.LongSupplier;
import org.jspecify.annotations.Nullable;

/**
 * Admits as many calls to a dependency as there are connections, so that the timeout of a call does not run while it waits for one. Rejects all calls
 * while the dependency does not answer or is slow. A call that this process may not make gets a breaker of its own: if one table is denied, the
 * others are served. Thread-safe.
 */
final class StorageGuard implements StorageGate {
    private static final String QUERY = "Query ";

    private final Function<String, Breaker> breakers;
    private final LongSupplier nanoTime;
    private final Breaker breaker;
    private final Bulkhead bulkhead;
    private final Map<String, Breaker> forbidden = new ConcurrentHashMap<>();
    private volatile boolean answeredSinceForbidden = true;

    /** A guard of up to this number of calls at once; {@code maxWait} is how long another one waits before it is rejected. */
    StorageGuard(
            Dependency dependency,
            int calls,
            Duration maxWait,
            Function<String, Breaker> breakers,
            LongSupplier nanoTime) {
        this.breakers = breakers;
        this.nanoTime = nanoTime;
        this.breaker = breakers.apply(dependency.value());
        this.bulkhead = Bulkhead.of(
                dependency.value(),
                BulkheadConfig.custom()
                        .maxConcurrentCalls(calls)
                        .maxWaitDuration(maxWait)
                        .writableStackTraceEnabled(false)
                        .build());
    }

    @Override
    public CallPermit acquire(String call) {
        if (call.startsWith(QUERY)) {
            Charge.query();
        }
        Breaker own = forbidden.get(call);
        if (own != null && !own.tryAcquire()) {
            throw new StorageException(Kind.FORBIDDEN, own.reason());
        }
        if (!breaker.tryAcquire()) {
            release(own);
            throw new StorageException(Kind.REJECTED, "BreakerOpen");
        }
        if (!bulkhead.tryAcquirePermission()) {
            breaker.release();
            release(own);
            throw new StorageException(Kind.REJECTED, "BulkheadFull");
        }
        return new GuardPermit(call, nanoTime.getAsLong());
    }

    private static void release(@Nullable Breaker own) {
        if (own != null) {
            own.release();
        }
    }

    int inProgress() {
        return bulkhead.getMetrics().getMaxAllowedConcurrentCalls()
                - bulkhead.getMetrics().getAvailableConcurrentCalls();
    }

    /** Whether calls may succeed: its breaker is not open, and not every call since a forbidden one was forbidden, too. */
    boolean isServing() {
        return !breaker.isOpen()
                && (answeredSinceForbidden || forbidden.values().stream().noneMatch(Breaker::isOpen));
    }

    /** Returns the state of its breaker, and of those of forbidden calls. */
    Map<String, String> describe() {
        Map<String, String> states = new TreeMap<>();
        states.put(bulkhead.getName(), breaker.describe());
        forbidden.forEach((call, own) -> {
            if (!own.isClosed()) {
                states.put(call, own.describe());
            }
        });
        return states;
    }

    private final class GuardPermit implements CallPermit {
        private final String call;
        private final long began;

        GuardPermit(String call, long began) {
            this.call = call;
            this.began = began;
        }

        @Override
        public void answered() {
            bulkhead.onComplete();
            breaker.answered(took());
            allowed();
        }

        @Override
        public void failed(StorageException failure) {
            bulkhead.onComplete();
            if (failure.kind() == Kind.FORBIDDEN) {
                breaker.answered(took());
                forbidden(failure);
            } else {
                breaker.failed(failure, took());
                if (StorageErrors.refused(failure)) {
                    allowed();
                } else {
                    release(forbidden.get(call));
                }
            }
        }

        @Override
        public void abandoned() {
            bulkhead.onComplete();
            breaker.release();
            release(forbidden.get(call));
        }

        private Duration took() {
            return Duration.ofNanos(nanoTime.getAsLong() - began);
        }

        private void allowed() {
            answeredSinceForbidden = true;
            Breaker own = forbidden.get(call);
            if (own != null) {
                own.answered(Duration.ZERO);
            }
        }

        private void forbidden(StorageException failure) {
            Breaker own = forbidden.computeIfAbsent(call, breakers);
            if (own.isClosed()) {
                answeredSinceForbidden = false;
            }
            own.failed(failure, Duration.ZERO);
        }
    }
}
