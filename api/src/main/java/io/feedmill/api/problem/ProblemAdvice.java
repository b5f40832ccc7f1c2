package io.feedmill.api.problem;

import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.UnknownValueException;
import jakarta.servlet.http.HttpServletRequest;
import java.io.IOException;
import java.util.Map;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;

/** Answers the exceptions of handlers and of Spring MVC with problems. */
@RestControllerAdvice
final class ProblemAdvice extends ResponseEntityExceptionHandler {
    private static final Logger LOG = LoggerFactory.getLogger(ProblemAdvice.class);

    /** Handles the exceptions that are not Spring MVC's own. */
    @ExceptionHandler(Exception.class)
    @Nullable ResponseEntity<Object> handleOther(Exception error, WebRequest request) {
        return handleExceptionInternal(error, null, new HttpHeaders(), HttpStatus.INTERNAL_SERVER_ERROR, request);
    }

    @Override
    protected @Nullable ResponseEntity<Object> handleExceptionInternal(
            Exception error, @Nullable Object body, HttpHeaders headers, HttpStatusCode status, WebRequest request) {
        ServletWebRequest exchange = (ServletWebRequest) request;
        ProblemException problem = problem(error, status);
        ProblemWriter.markRefused(problem.refusal(), exchange.getRequest());
        log(problem, error, path(exchange.getRequest()));
        if (exchange.getResponse() == null || exchange.getResponse().isCommitted()) {
            return null;
        }
        HttpHeaders all = HttpHeaders.copyOf(headers);
        all.putAll(problem.getHeaders());
        all.setContentType(MediaType.APPLICATION_PROBLEM_JSON);
        return super.handleExceptionInternal(error, problem.getBody(), all, problem.getStatusCode(), request);
    }

    private static ProblemException problem(Exception error, HttpStatusCode status) {
        return switch (error) {
            case ProblemException e -> e;
            case StorageException e -> ProblemException.of(e);
            case UnknownValueException ignored -> ProblemException.ofNewerVersion();
            case HttpMessageNotReadableException e -> UnreadableBody.problem(e);
            case HttpMessageNotWritableException e ->
                DisconnectedClientHelper.isClientDisconnectedException(e)
                        ? UnreadableBody.interrupted()
                        : ProblemException.ofStatus(status.value());
            case InvalidParameterException e -> ProblemException.ofStatus(e.getErrorCode());
            case RequestRejectedException ignored -> ProblemException.ofStatus(400);
            case IOException ignored -> UnreadableBody.interrupted();
            default -> ProblemException.ofStatus(status.value());
        };
    }

    /** Returns the path for the log; null before a handler was found. */
    private static @Nullable String path(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern
                        && request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
                                instanceof Map<?, ?> variables
                ? LoggedPath.of(request.getRequestURI(), pattern, variables)
                : null;
    }

    private static void log(ProblemException problem, Exception error, @Nullable String path) {
        if (problem.getStatusCode().is5xxServerError()) {
            boolean temporary = problem.getStatusCode().isSameCodeAs(HttpStatus.SERVICE_UNAVAILABLE);
            LOG.atLevel(temporary ? Level.WARN : Level.ERROR)
                    .addKeyValue("problem", problem.getBody().getTitle())
                    .addKeyValue("path", path)
                    .setCause(temporary ? null : error)
                    .log(temporary ? "Request failed, retry expected" : "Request failed");
        }
    }
}
