package io.feedmill.api.problem;

import io.feedmill.common.key.UserId;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.http.MediaType;
import org.springframework.http.ProblemDetail;
import org.springframework.http.converter.json.ProblemDetailJacksonMixin;
import tools.jackson.databind.json.JsonMapper;

/** Writes problems where Spring MVC cannot: in filters, on the error page and in the servlet container's valve. */
public final class ProblemWriter {
    private static final JsonMapper JSON = JsonMapper.builder()
            .addMixIn(ProblemDetail.class, ProblemDetailJacksonMixin.class)
            .build();

    private static final String REFUSAL = ProblemWriter.class.getName() + ".refusal";

    private ProblemWriter() {}

    public static void write(ProblemException problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        markRefused(problem.refusal(), request);
        problem.getHeaders().forEach((name, values) -> values.forEach(value -> response.addHeader(name, value)));
        write(problem.getBody(), request.getRequestURI(), response);
    }

    public static void write(int status, HttpServletRequest request, HttpServletResponse response) throws IOException {
        write(ProblemType.problemOfStatus(status), request.getRequestURI(), response);
    }

    static void markRefused(@Nullable ProblemType type, HttpServletRequest request) {
        request.setAttribute(REFUSAL, type);
    }

    /** Returns why the call was refused; empty if its caller could make it. */
    public static Optional<ProblemType> refusal(HttpServletRequest request) {
        return Optional.ofNullable((ProblemType) request.getAttribute(REFUSAL));
    }

    /** Returns the path as logs may show it: if all its variables are ids, which are too short for a token; else the pattern that it matches. */
    public static String loggedPath(String path, String pattern, Map<?, ?> variables) {
        return variables.values().stream().map(String::valueOf).allMatch(UserId::isValid) ? path : pattern;
    }

    /** Writes a problem, unless the response is committed, whose instance is this path, absent if the path is null or not a URI. */
    static void write(ProblemDetail problem, @Nullable String path, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        problem.setInstance(instance(path));
        byte[] body = JSON.writeValueAsBytes(problem);
        response.resetBuffer();
        response.setStatus(problem.getStatus());
        response.setContentType(MediaType.APPLICATION_PROBLEM_JSON_VALUE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static @Nullable URI instance(@Nullable String path) {
        try {
            return path == null || path.isEmpty() ? null : new URI(path);
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
