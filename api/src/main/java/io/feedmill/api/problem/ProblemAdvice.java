package io.feedmill.api.problem;

import io.feedmill.common.key.MonotonicTicks.AheadException;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.UnknownValueException;
import jakarta.servlet.DispatcherType;
import jakarta.servlet.RequestDispatcher;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.tomcat.util.http.InvalidParameterException;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.boot.webmvc.error.ErrorController;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.http.HttpHeaders;
import org.springframework.http.HttpStatus;
import org.springframework.http.HttpStatusCode;
import org.springframework.http.MediaType;
import org.springframework.http.ResponseEntity;
import org.springframework.http.converter.HttpMessageNotReadableException;
import org.springframework.http.converter.HttpMessageNotWritableException;
import org.springframework.security.web.firewall.RequestRejectedException;
import org.springframework.stereotype.Controller;
import org.springframework.web.bind.annotation.ExceptionHandler;
import org.springframework.web.bind.annotation.RequestMapping;
import org.springframework.web.bind.annotation.RestControllerAdvice;
import org.springframework.web.context.request.ServletWebRequest;
import org.springframework.web.context.request.WebRequest;
import org.springframework.web.servlet.HandlerMapping;
import org.springframework.web.servlet.mvc.method.annotation.ResponseEntityExceptionHandler;
import org.springframework.web.util.DisconnectedClientHelper;
import tools.jackson.core.JacksonException;
import tools.jackson.core.exc.InputCoercionException;
import tools.jackson.core.exc.JacksonIOException;
import tools.jackson.core.exc.StreamConstraintsException;
import tools.jackson.core.exc.StreamReadException;
import tools.jackson.databind.exc.MismatchedInputException;
import tools.jackson.databind.exc.UnrecognizedPropertyException;

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
            case AheadException ignored -> ProblemException.ofWrongClock();
            case UnknownValueException ignored -> ProblemException.ofNewerVersion();
            case HttpMessageNotReadableException e ->
                NestedExceptionUtils.getRootCause(e) instanceof ProblemException cause ? cause : unreadable(e);
            case HttpMessageNotWritableException e ->
                DisconnectedClientHelper.isClientDisconnectedException(e)
                        ? interrupted()
                        : ProblemException.ofStatus(status.value());
            case InvalidParameterException e -> ProblemException.ofStatus(e.getErrorCode());
            case RequestRejectedException ignored -> ProblemException.ofStatus(400);
            case IOException ignored -> interrupted();
            default -> ProblemException.ofStatus(status.value());
        };
    }

    /** Explains why a JSON body cannot be read, without showing its values. */
    private static ProblemException unreadable(HttpMessageNotReadableException error) {
        return switch (error.getCause()) {
            case null -> new ProblemException(ProblemType.MALFORMED_JSON, "The body is empty; send a JSON object.");
            case UnrecognizedPropertyException e ->
                ProblemException.invalidBody(
                        "The field '" + ProblemException.printable(e.getPropertyName()) + "' is unknown; remove it.");
            case MismatchedInputException e -> ProblemException.invalidBody(mismatch(e));
            case InputCoercionException ignored ->
                ProblemException.invalidBody("A number exceeds the range of its field.");
            case StreamReadException e ->
                new ProblemException(ProblemType.MALFORMED_JSON, "The JSON is malformed" + place(e) + ".");
            case StreamConstraintsException e ->
                ProblemException.invalidBody(
                        "The JSON exceeds a limit: " + e.getOriginalMessage().replaceFirst(", from `[^`]*`", "") + ".");
            case IOException ignored -> interrupted();
            case JacksonIOException ignored -> interrupted();
            default -> ProblemException.invalidBody("The body has a value that cannot be read.");
        };
    }

    /** Returns the problem of a body that breaks off. */
    private static ProblemException interrupted() {
        return new ProblemException(ProblemType.MALFORMED_REQUEST, "The body broke off; send it completely.");
    }

    private static String mismatch(MismatchedInputException error) {
        String path = error.getPath().stream()
                .map(JacksonException.Reference::getPropertyName)
                .map(String::valueOf)
                .collect(Collectors.joining("."));
        return path.isEmpty()
                ? "The body must be one object with the expected fields."
                : "The field '" + ProblemException.printable(path) + "' is missing, null or of the wrong type.";
    }

    private static String place(JacksonException error) {
        return " at line " + error.getLocation().getLineNr() + ", column "
                + error.getLocation().getColumnNr();
    }

    /** Returns the path for the log; null before a handler was found. */
    private static @Nullable String path(HttpServletRequest request) {
        return request.getAttribute(HandlerMapping.BEST_MATCHING_PATTERN_ATTRIBUTE) instanceof String pattern
                        && request.getAttribute(HandlerMapping.URI_TEMPLATE_VARIABLES_ATTRIBUTE)
                                instanceof Map<?, ?> variables
                ? ProblemWriter.loggedPath(request.getRequestURI(), pattern, variables)
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

    /** Answers the failures outside Spring MVC: those in filters, and those that the container forwards to this application. */
    @Controller
    static final class ProblemErrorController implements ErrorController {

        @RequestMapping("${spring.web.error.path:/error}")
        void answer(HttpServletRequest request, HttpServletResponse response) throws IOException {
            if (request.getDispatcherType() != DispatcherType.ERROR) {
                ProblemWriter.write(404, request, response);
                return;
            }
            String path = (String) request.getAttribute(RequestDispatcher.ERROR_REQUEST_URI);
            int status =
                    request.getAttribute(RequestDispatcher.ERROR_STATUS_CODE) instanceof Integer known ? known : 500;
            ProblemWriter.write(ProblemType.problemOfStatus(status), path, response);
        }
    }
}
