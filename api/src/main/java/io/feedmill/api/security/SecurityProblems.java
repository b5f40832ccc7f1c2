package io.feedmill.api.security;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import io.feedmill.common.InvalidSettingsException;
import io.feedmill.common.storage.StorageException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.List;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.security.access.AccessDeniedException;
import org.springframework.security.authentication.AuthenticationServiceException;
import org.springframework.security.authorization.AuthorizationDeniedException;
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
    private static final String MANAGEMENT = "/actuator";
    /** Spring's challenge has the parameter also without metadata. */
    private static final String NO_METADATA = ",? resource_metadata=\"\"$";

    private final BearerTokenAuthenticationEntryPoint challenge = new BearerTokenAuthenticationEntryPoint();
    private final Calls calls;

    SecurityProblems(Calls calls, ResourceSettings settings) {
        this.calls = calls;
        this.challenge.setResourceMetadataParameterResolver(request -> settings.metadata());
    }

    /** Answers 401, or 503 if the issuer's keys or the caller's rights are not known; 404 where operators look for health and metrics: they are on another port. */
    @Override
    public void commence(HttpServletRequest request, HttpServletResponse response, AuthenticationException failure)
            throws IOException {
        if (failure.getCause() instanceof StorageException unread) {
            ProblemWriter.write(ProblemException.of(unread), request, response);
        } else if (failure instanceof AuthenticationServiceException) {
            ProblemWriter.write(withoutKeys(failure), request, response);
        } else if (request.getRequestURI().startsWith(MANAGEMENT)) {
            ProblemWriter.write(HttpServletResponse.SC_NOT_FOUND, request, response);
        } else {
            challenge.commence(request, response, failure);
            String header = String.valueOf(response.getHeader(HttpHeaders.WWW_AUTHENTICATE));
            response.setHeader(HttpHeaders.WWW_AUTHENTICATE, header.replaceFirst(NO_METADATA, ""));
            ProblemWriter.write(
                    ProblemException.refusal(ProblemType.UNAUTHENTICATED, detail(failure)), request, response);
        }
    }

    private static ProblemException withoutKeys(AuthenticationException failure) {
        boolean wrong = NestedExceptionUtils.getRootCause(failure) instanceof InvalidSettingsException;
        return ProblemException.refusal(
                wrong ? ProblemType.ISSUER_INVALID : ProblemType.ISSUER_UNAVAILABLE,
                wrong
                        ? "The API takes what it was told is the issuer for none, so no token can be verified; its log has the reason."
                        : "The issuer of the tokens does not answer, so no token can be verified; retry later.",
                PublicKeys.EVERY);
    }

    private static String detail(AuthenticationException failure) {
        return failure instanceof OAuth2AuthenticationException invalid
                ? "The token is not valid: " + invalid.getError().getDescription() + "."
                : "Send a token in one header 'Authorization: Bearer <token>'.";
    }

    /** Answers why the call was refused; a path or method that does not exist is 404 or 405. */
    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, AccessDeniedException denial)
            throws IOException {
        List<String> methods = calls.methods(request);
        if (denial instanceof AuthorizationDeniedException denied
                && denied.getAuthorizationResult() instanceof CallAuthorization.Refused refused) {
            ProblemWriter.write(refused.problem(), request, response);
        } else if (methods.isEmpty()) {
            ProblemWriter.write(HttpServletResponse.SC_NOT_FOUND, request, response);
        } else {
            response.setHeader(HttpHeaders.ALLOW, String.join(", ", methods));
            ProblemWriter.write(HttpServletResponse.SC_METHOD_NOT_ALLOWED, request, response);
        }
    }

    @Override
    public void handle(HttpServletRequest request, HttpServletResponse response, RequestRejectedException rejection)
            throws IOException {
        ProblemWriter.write(HttpServletResponse.SC_BAD_REQUEST, request, response);
    }
}
