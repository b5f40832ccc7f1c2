package io.feedmill.api.http;

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
 * Refuses path parameters: Spring MVC reads {@code /ben;x} as {@code /ben}, a gateway that authorizes by the path as
 * another user.
 */
@Component
final class PathParameterFilter extends OncePerRequestFilter {

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        if (request.getRequestURI().contains(";")) {
            ProblemWriter.write(
                    ProblemType.MALFORMED_REQUEST.problem("The path contains ';': remove the path parameter."),
                    request,
                    response);
        } else {
            chain.doFilter(request, response);
        }
    }
}
