package io.feedmill.api.security;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import io.feedmill.api.security.RefusalCounter.RefusedCaller;
import io.feedmill.common.time.ProcessTime;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import jakarta.validation.constraints.Min;
import java.io.IOException;
import java.util.EnumSet;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.spi.LoggingEventBuilder;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;
import org.springframework.validation.annotation.Validated;
import org.springframework.web.bind.annotation.RequestMethod;
import org.springframework.web.filter.OncePerRequestFilter;

/** Logs refusals, and what administrators, importers, readers of reports and services do, with the fields of ECS: neither a token nor a text. */
final class AuditLog extends OncePerRequestFilter {
    private static final Logger LOG = LoggerFactory.getLogger("io.feedmill.audit");
    /** What a caller gets that asks for what it may not see. */
    private static final Set<ProblemType> PROBES =
            EnumSet.of(ProblemType.INSUFFICIENT_SCOPE, ProblemType.POST_NOT_FOUND);
    /** More of one kind in a minute are no accident. */
    private static final int PROBING = 60;

    private final Calls calls;
    private final Callers callers;
    private final ApiMetrics metrics;
    private final AuditSettings settings;
    private final RefusalCounter ofCallers;
    /** Of addresses without a valid token: many of them leave room for the callers. */
    private final RefusalCounter ofAddresses;

    /**
     * Settings {@code feedmill.audit}: what the audit log tells of.
     *
     * @param serviceCalls whether each write of a service has a line in the audit log
     * @param refusalsPerMinute lines of the audit log a minute for one caller, or one address without a valid token, that is refused for one reason; the
     *     others are counted
     */
    @Validated
    @ConfigurationProperties("feedmill.audit")
    public record AuditSettings(
            @DefaultValue("false") boolean serviceCalls,
            @DefaultValue("10") @Min(1) int refusalsPerMinute) {}

    AuditLog(Calls calls, Callers callers, ApiMetrics metrics, AuditSettings settings, ProcessTime time) {
        this.calls = calls;
        this.callers = callers;
        this.metrics = metrics;
        this.settings = settings;
        this.ofCallers = new RefusalCounter(time::nanoTime, this::tellNumber);
        this.ofAddresses = new RefusalCounter(time::nanoTime, this::tellNumber);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        calls.name(request);
        try {
            chain.doFilter(request, response);
        } finally {
            record(request, response);
        }
    }

    private void record(HttpServletRequest request, HttpServletResponse response) {
        Optional<ProblemType> refusal = ProblemWriter.refusal(request);
        if (refusal.isPresent()) {
            refused(refusal.get(), request, response);
            return;
        }
        action(request).ifPresent(action -> {
            LoggingEventBuilder event = event(action, response.getStatus() < 400, request, response);
            with(event, "user.effective.id", request.getAttribute(Caller.ACTED_AS))
                    .log(StringUtils.capitalize(action.replace('-', ' ')));
        });
    }

    /** Returns what kind of call the log tells of. */
    private Optional<String> action(HttpServletRequest request) {
        if (request.getAttribute(Caller.ADMINISTERED) != null) {
            return Optional.of("admin-call");
        }
        HttpCall call = calls.find(request).map(Calls.Request::call).orElse(null);
        Caller caller = callers.find().orElse(null);
        if (call == null || caller == null) {
            return Optional.empty();
        }
        boolean service = settings.serviceCalls() && caller.isService() && call.method() != RequestMethod.GET;
        return call.privilege(caller)
                .map(scope -> scope.value() + "-call")
                .or(() -> service ? Optional.of("service-call") : Optional.empty());
    }

    private void refused(ProblemType reason, HttpServletRequest request, HttpServletResponse response) {
        metrics.count(Event.CALLS_REFUSED, 1, "reason", reason.value());
        Caller caller = callers.find().orElse(null);
        String user = (String) request.getAttribute(Caller.ACTED_AS);
        int number = caller == null
                ? ofAddresses.count(new RefusedCaller(null, null, request.getRemoteAddr(), reason))
                : ofCallers.count(new RefusedCaller(caller.name(), user, null, reason));
        if (number == PROBING && PROBES.contains(reason) && caller != null && !caller.isService()) {
            metrics.count(Event.CALLERS_PROBING);
        }
        if (number <= settings.refusalsPerMinute()) {
            with(event("call-refused", false, request, response), "user.effective.id", user)
                    .addKeyValue("event.reason", reason.value())
                    .log("Call refused");
        }
    }

    /** Tells how many refusals a minute had, if it did not tell each. */
    private void tellNumber(RefusedCaller refused, int number) {
        if (number > settings.refusalsPerMinute()) {
            LoggingEventBuilder event = with(event("call-refused", false), "user.id", refused.caller());
            with(with(event, "user.effective.id", refused.user()), "source.ip", refused.address())
                    .addKeyValue("event.reason", refused.reason().value())
                    .addKeyValue("refusals", number)
                    .log("Calls refused");
        }
    }

    private static LoggingEventBuilder with(LoggingEventBuilder event, String key, @Nullable Object value) {
        return value == null ? event : event.addKeyValue(key, value);
    }

    private static LoggingEventBuilder event(String action, boolean success) {
        return LOG.atInfo()
                .addKeyValue("event.kind", "event")
                .addKeyValue("event.action", action)
                .addKeyValue("event.outcome", success ? "success" : "failure");
    }

    private LoggingEventBuilder event(
            String action, boolean success, HttpServletRequest request, HttpServletResponse response) {
        LoggingEventBuilder event = event(action, success)
                .addKeyValue("source.ip", request.getRemoteAddr())
                .addKeyValue("http.response.status_code", response.getStatus());
        Caller caller = callers.find().orElse(null);
        LoggingEventBuilder named = with(event, "user.id", caller == null ? null : caller.name());
        Calls.Request found = calls.find(request).orElse(null);
        return found == null
                ? named
                : named.addKeyValue("http.request.method", found.call().method().name())
                        .addKeyValue(
                                "url.path",
                                ProblemWriter.loggedPath(
                                        request.getRequestURI(),
                                        found.call().path().getPatternString(),
                                        found.variables()));
    }
}
