package io.feedmill.api.security;

import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Semaphore;
import org.springframework.web.filter.OncePerRequestFilter;

/** Limits the requests in progress, of each caller and of the process: stalled bodies and slow readers keep theirs. Endless ones do not count. */
final class RequestsInProgress extends OncePerRequestFilter {
    private final LimitSettings settings;
    private final Calls calls;
    private final Callers callers;
    private final Map<Key, Integer> inProgress = new ConcurrentHashMap<>();
    private final Semaphore all;

    private record Key(String caller, boolean service) {}

    RequestsInProgress(LimitSettings settings, HttpSettings http, Calls calls, Callers callers) {
        if (settings.enabled() && settings.concurrent() >= http.concurrentBodies()) {
            throw new IllegalArgumentException(
                    "feedmill.limits.concurrent must be below feedmill.http.concurrent-bodies");
        }
        this.settings = settings;
        this.calls = calls;
        this.callers = callers;
        this.all = new Semaphore(http.concurrentRequests());
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Key> key =
                callers.find().filter(settings::concern).map(caller -> new Key(caller.name(), caller.isService()));
        try {
            if (key.isPresent() && inProgress.merge(key.get(), 1, Integer::sum) > settings.concurrent()) {
                ProblemWriter.write(tooMany(), request, response);
            } else {
                ofAll(request, response, chain);
            }
        } finally {
            key.ifPresent(counted ->
                    inProgress.computeIfPresent(counted, (caller, requests) -> requests == 1 ? null : requests - 1));
        }
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return calls.find(request).filter(found -> found.call().endless()).isPresent();
    }

    private void ofAll(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (!all.tryAcquire()) {
            ProblemWriter.write(
                    ProblemException.retryable(
                            ProblemType.TOO_BUSY, "This process has too many requests in progress; retry later."),
                    request,
                    response);
            return;
        }
        try {
            chain.doFilter(request, response);
            // Sends what is left in the buffer; an answer that the container is to make instead stays open.
            response.getOutputStream().close();
        } finally {
            all.release();
        }
    }

    private ProblemException tooMany() {
        return ProblemException.refusal(
                ProblemType.TOO_MANY_IN_PROGRESS,
                "The token has " + settings.concurrent() + " requests in progress; retry when one has ended.",
                Duration.ofSeconds(1));
    }
}
