package io.feedmill.api.problem;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URI;
import java.net.URISyntaxException;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/**
 * Writes problems as RFC 9457 has them. Asks nobody what the client accepts: a problem in the wrong format beats none.
 * Uses nothing of Spring's, because the servlet container's own refusals come here, too.
 */
public final class ProblemWriter {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final String MEDIA_TYPE = "application/problem+json";

    private ProblemWriter() {}

    @JsonInclude(JsonInclude.Include.NON_NULL)
    private record Body(
            String type,
            String title,
            int status,
            String detail,
            @Nullable String instance) {}

    /** Does nothing where the answer is on its way already. */
    public static void write(Problem problem, HttpServletRequest request, HttpServletResponse response)
            throws IOException {
        write(problem, request.getRequestURI(), response);
    }

    /** As the other, with the path: what was asked for, without the query. It is left out where it is null or not a URI. */
    static void write(Problem problem, @Nullable String path, HttpServletResponse response) throws IOException {
        if (response.isCommitted()) {
            return;
        }
        response.resetBuffer();
        response.setStatus(problem.status());
        problem.headers().forEach(response::setHeader);
        byte[] body = JSON.writeValueAsBytes(body(problem, path));
        response.setContentType(MEDIA_TYPE);
        response.setContentLength(body.length);
        response.getOutputStream().write(body);
    }

    private static Body body(Problem problem, @Nullable String path) {
        ProblemType type = problem.type();
        return new Body(type.uri().toString(), type.title(), problem.status(), problem.detail(), instance(path));
    }

    private static @Nullable String instance(@Nullable String path) {
        try {
            return path == null || path.isEmpty() ? null : new URI(path).toString();
        } catch (URISyntaxException e) {
            return null;
        }
    }
}
