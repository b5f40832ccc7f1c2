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
import org.springframework.web.filter.OncePerRequestFilter;

/** Limits the requests of each caller that are in progress: a body that stalls and an answer that is read slowly keep theirs. Endless ones do not count. */
final class RequestsInProgress extends OncePerRequestFilter {
    private final LimitSettings settings;
    private final Calls calls;
    private final Callers callers;
    private final Map<Key, Integer> inProgress = new ConcurrentHashMap<>();

    private record Key(String caller, boolean service) {}

    RequestsInProgress(LimitSettings settings, HttpSettings http, Calls calls, Callers callers) {
        if (settings.enabled() && settings.concurrent() >= http.concurrentBodies()) {
            throw new IllegalArgumentException(
                    "feedmill.limits.concurrent must be below feedmill.http.concurrent-bodies");
        }
        this.settings = settings;
        this.calls = calls;
        this.callers = callers;
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<Key> key = limited(request);
        if (key.isEmpty()) {
            chain.doFilter(request, response);
            return;
        }
        try {
            if (inProgress.merge(key.get(), 1, Integer::sum) > settings.concurrent()) {
                ProblemWriter.write(tooMany(), request, response);
            } else {
                chain.doFilter(request, response);
                // Sends what is left in the buffer; an answer that the container is to make instead stays open.
                response.getOutputStream().close();
            }
        } finally {
            inProgress.computeIfPresent(key.get(), (caller, requests) -> requests == 1 ? null : requests - 1);
        }
    }

    private Optional<Key> limited(HttpServletRequest request) {
        boolean endless =
                calls.find(request).filter(found -> found.call().endless()).isPresent();
        return callers.withToken()
                .filter(caller -> !endless && settings.concern(caller))
                .map(caller -> new Key(caller.name(), caller.isService()));
    }

    private ProblemException tooMany() {
        return ProblemException.refusal(
                ProblemType.TOO_MANY_IN_PROGRESS,
                "The token has " + settings.concurrent() + " requests in progress; retry when one has ended.",
                Duration.ofSeconds(1));
    }
}
