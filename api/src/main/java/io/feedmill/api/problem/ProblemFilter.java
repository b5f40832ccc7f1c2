package io.feedmill.api.problem;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/** Answers with a problem what Spring MVC refuses without one: a {@code Content-Type} with a wildcard, which it cannot read. */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1)
final class ProblemFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (hasWildcard(request.getContentType())) {
            int status = HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE;
            ProblemWriter.write(ProblemType.problemOfStatus(status), request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    /** Only in the type itself: a parameter may have any character. */
    private static boolean hasWildcard(@Nullable String contentType) {
        return contentType != null && contentType.split(";", 2)[0].contains("*");
    }
}
