package io.feedmill.api.security;

import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.core.AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.web.BearerTokenAuthenticationEntryPoint;
import org.springframework.security.web.AuthenticationEntryPoint;
import org.springframework.security.web.access.AccessDeniedHandler;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.security.web.firewall.RequestRejectedHandler;
import org.springframework.stereotype.Component;

/** Answers what Spring Security refuses with problems. */
@Component
final class SecurityProblems implements AuthenticationEntryPoint, AccessDeniedHandler, RequestRejectedHandler {
    private static final String RETRY_SECONDS = "1";
    private static final String MANAGEMENT = "/actuator";

    private final BearerTokenAuthenticationEntryPoint challenge = new BearerTokenAuthenticationEntryPoint();
    private final CallTable table;
    private final Callers callers;

    SecurityProblems(CallTable table, Callers callers) {
        this.table = table;
        this.callers = callers;
    }

    /** Answers 401, or 503 if the issuer's keys are not known; 404 where operators look for health and metrics: they are on another port. */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure instanceof AuthenticationServiceException) {
            response.setHeader(HttpHeaders.RETRY_AFTER, RETRY_SECONDS);
            ProblemWriter.refuse(
                    ProblemType.ISSUER_UNAVAILABLE,
                    "The issuer of the tokens does not answer, so no token can be verified; retry later.",
                    request,
                    response);
            return;
        }
        if (request.getRequestURI().startsWith(MANAGEMENT)) {
            ProblemWriter.write(ProblemType.problemOfStatus(HttpServletResponse.SC_NOT_FOUND), request, response);
            return;
        }
        challenge.commence(request, response, failure);
        ProblemWriter.refuse(ProblemType.UNAUTHENTICATED, detail(failure), request, response);
    }

    private static String detail(AuthenticationException failure) {
        return failure instanceof OAuth2AuthenticationException invalid
                ? "The token is not valid: " + invalid.getError().getDescription() + "."
                : "Send a token in one header 'Authorization: Bearer <token>'.";
    }

    /** Answers 403; a path or method that does not exist is 404 or 405. */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denial)
            throws IOException {
        List<String> methods = table.methods(request);
        CallTable.Request found = table.find(request).orElse(null);
        if (found != null) {
            forbidden(found, request, response);
        } else if (methods.isEmpty()) {
            ProblemWriter.write(ProblemType.problemOfStatus(HttpServletResponse.SC_NOT_FOUND), request, response);
        } else {
            response.setHeader(HttpHeaders.ALLOW, String.join(", ", methods));
            ProblemWriter.write(
                    ProblemType.problemOfStatus(HttpServletResponse.SC_METHOD_NOT_ALLOWED), request, response);
        }
    }

    private void forbidden(CallTable.Request found, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        Call call = found.call();
        Optional<Caller> permitted = callers.find().filter(call::isPermitted);
        String user = found.variables().getOrDefault(String.valueOf(call.whose().variable()), "");
        Scope missing = permitted.map(caller -> caller.missing(user)).orElse(call.scope());
        response.setHeader(
                HttpHeaders.WWW_AUTHENTICATE, "Bearer error=\"insufficient_scope\", scope=\"" + missing.value() + "\"");
        ProblemWriter.refuse(
                ProblemType.INSUFFICIENT_SCOPE,
                permitted.isPresent()
                        ? "The call concerns another user than that of the token: it needs the scope " + missing.value()
                                + "."
                        : "The call needs a token with the scope " + missing.value() + ".",
                request,
                response);
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException rejection)
            throws IOException {
        ProblemWriter.write(ProblemType.problemOfStatus(HttpServletResponse.SC_BAD_REQUEST), request, response);
    }
}
