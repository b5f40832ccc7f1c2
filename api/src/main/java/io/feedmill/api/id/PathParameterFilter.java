package io.feedmill.api.id;

import io.feedmill.api.problem.Problem;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses path parameters: Spring MVC takes {@code /ben;x} for {@code /ben}, and a gateway in front of us, which decides by the path, for
 * another user.
 */
@Component
final class PathParameterFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getRequestURI().contains(";")) {
            Problem problem =
                    Problem.of(ProblemType.MALFORMED_REQUEST, "The path has a ';': no call takes parameters there.");
            ProblemWriter.write(problem, request, response);
        } else {
            chain.doFilter(request, response);
        }
    }
}
