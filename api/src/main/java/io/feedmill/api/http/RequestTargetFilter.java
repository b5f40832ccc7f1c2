package io.feedmill.api.http;

import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.net.URLDecoder;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.List;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.security.autoconfigure.web.servlet.SecurityFilterProperties;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Refuses paths that a proxy may read as another path than Spring MVC does, so that a proxy can authorize by the path, and
 * queries that are not UTF-8. Tomcat refuses the rest: encoded slashes and backslashes, paths that are not UTF-8, and
 * characters that a URI does not have. Answers with a problem a {@code Content-Type} with a wildcard, which Spring MVC cannot read.
 */
@Component
@Order(SecurityFilterProperties.DEFAULT_FILTER_ORDER - 1)
final class RequestTargetFilter extends OncePerRequestFilter {
    private static final List<Rule> RULES = List.of(
            new Rule(";", "The path contains ';': remove the path parameter."),
            new Rule("//|/\\.\\.?(/|$)", "The path has an empty, '.' or '..' segment: remove it."),
            new Rule(
                    "%(2[DEde]|5[Ff]|7[Ee]|3[0-9]|[46][1-9A-Fa-f]|[57][0-9Aa])",
                    "The path encodes a letter, a digit or one of - . _ ~: send it as it is."),
            // Of a variable it may be encoded.
            new Rule(
                    "^(?!/v1/admin/users/).*%3[Aa](import|read|rebuild|redrive|run|seen|unseen)$",
                    "The path encodes the colon before its verb: send it as it is."));

    /** A pattern that no path may contain, and the detail of the problem. */
    private record Rule(Pattern pattern, String detail) {
        Rule(String regex, String detail) {
            this(Pattern.compile(regex), detail);
        }

        boolean refuses(String path) {
            return pattern.matcher(path).find();
        }
    }

    @Override
    protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
            throws ServletException, IOException {
        Optional<String> refusal = refusal(request);
        if (refusal.isPresent()) {
            ProblemWriter.write(new ProblemException(ProblemType.MALFORMED_REQUEST, refusal.get()), request, response);
        } else if (hasWildcard(request.getContentType())) {
            ProblemWriter.write(HttpServletResponse.SC_UNSUPPORTED_MEDIA_TYPE, request, response);
        } else {
            chain.doFilter(request, response);
        }
    }

    private static Optional<String> refusal(HttpServletRequest request) {
        if (!isUtf8(request.getQueryString())) {
            return Optional.of("The query is not UTF-8 in percent-encoding: encode it again.");
        }
        String path = request.getRequestURI();
        return RULES.stream()
                .filter(rule -> rule.refuses(path))
                .map(Rule::detail)
                .findFirst();
    }

    /** Only in the type itself: a parameter may have any character. */
    private static boolean hasWildcard(@Nullable String contentType) {
        return contentType != null && contentType.split(";", 2)[0].contains("*");
    }

    private static boolean isUtf8(@Nullable String query) {
        if (query == null) {
            return true;
        }
        try {
            byte[] bytes = URLDecoder.decode(query, ISO_8859_1).getBytes(ISO_8859_1);
            UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes));
            return true;
        } catch (IllegalArgumentException | CharacterCodingException e) {
            return false;
        }
    }
}
