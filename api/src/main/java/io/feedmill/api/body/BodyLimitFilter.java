package io.feedmill.api.body;

import io.feedmill.api.problem.BodyTooLargeException;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Refuses bodies beyond the limit: by their announced length, or while they are read where none is announced. */
@Component
final class BodyLimitFilter extends OncePerRequestFilter {
    private final long limit;

    BodyLimitFilter(HttpSettings settings) {
        this.limit = settings.bodyLimit().toBytes();
    }

    @Override
    protected boolean shouldNotFilter(HttpServletRequest request) {
        return request.getRequestURI().equals(StreamedPaths.IMPORT);
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getContentLengthLong() > limit) {
            ProblemWriter.write(new BodyTooLargeException(limit).problem(), request, response);
        } else {
            chain.doFilter(new LimitedRequest(request, limit), response);
        }
    }
}
