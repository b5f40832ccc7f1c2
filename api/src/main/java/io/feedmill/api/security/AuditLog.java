package io.feedmill.api.security;

import io.feedmill.api.ApiMetrics;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import io.feedmill.common.key.UserId;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Optional;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.web.context.request.RequestAttributes;
import org.springframework.web.context.request.RequestContextHolder;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Logs who was refused what, and what administrators do, with the fields of ECS. Of a request a line shows only its address, and the path if all its
 * variables are ids: neither a token nor a text.
 */
final class AuditLog extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger("io.feedmill.audit");
    private static final String ADMINISTERED = AuditLog.class.getName() + ".administered";

    private final CallTable table;
    private final Callers callers;
    private final ApiMetrics metrics;

    AuditLog(CallTable table, Callers callers, ApiMetrics metrics) {
        this.table = table;
        this.callers = callers;
        this.metrics = metrics;
    }

    /** Has the log tell of the current request as a call of an administrator. */
    static void tellOfAdministrator() {
        RequestAttributes request = RequestContextHolder.getRequestAttributes();
        if (request != null) {
            request.setAttribute(ADMINISTERED, true, RequestAttributes.SCOPE_REQUEST);
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        try {
            chain.doFilter(request, response);
        } finally {
            record(request, response);
        }
    }

    private void record(HttpServletRequest request, HttpServletResponse response) {
        Optional<ProblemType> refusal = ProblemWriter.refusal(request);
        Optional<Call> call = table.find(request).map(CallTable.Request::call);
        Optional<Caller> caller = callers.find();
        if (refusal.isPresent()) {
            metrics.callRefused(refusal.get().slug());
            event("call-refused", false, request, response)
                    .addKeyValue("event.reason", refusal.get().slug())
                    .log("Call refused");
        } else if (request.getAttribute(ADMINISTERED) != null
                || (call.isPresent()
                        && caller.filter(call.get()::isAdministered).isPresent())) {
            event("admin-call", response.getStatus() < 400, request, response).log("Admin call");
        }
    }

    private LoggingEventBuilder event(
            String action, boolean success, HttpServletRequest request, HttpServletResponse response) {
        LoggingEventBuilder event = LOG.atInfo()
                .addKeyValue("event.kind", "event")
                .addKeyValue("event.action", action)
                .addKeyValue("event.outcome", success ? "success" : "failure")
                .addKeyValue("source.ip", request.getRemoteAddr())
                .addKeyValue("http.response.status_code", response.getStatus());
        Caller caller = callers.find().orElse(null);
        LoggingEventBuilder named = caller == null ? event : event.addKeyValue("user.id", caller.name());
        CallTable.Request found = table.find(request).orElse(null);
        return found == null
                ? named
                : named.addKeyValue("http.request.method", found.call().method())
                        .addKeyValue("url.path", path(found, request));
    }

    /** Returns the path if all its variables are ids; they are too short for a token. */
    private static String path(CallTable.Request found, HttpServletRequest request) {
        boolean ids = found.variables().values().stream().allMatch(UserId::isValid);
        return ids ? request.getRequestURI() : found.call().path().getPatternString();
    }
}
