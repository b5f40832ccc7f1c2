package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.util.Collections;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.stereotype.Component;

/**
 * Takes the token of the only header {@code Authorization}. A token in the query is refused, since logs and proxies keep queries. No call reads a form, so
 * that a token in one has no effect.
 */
@Component
final class HeaderToken implements BearerTokenResolver {
    private static final Pattern IN_QUERY = Pattern.compile("(^|&)access_token(=|&|$)");

    private final BearerTokenResolver header = new DefaultBearerTokenResolver();

    @Override
    public @Nullable String resolve(HttpServletRequest request) {
        if (Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION)).size() > 1) {
            throw refused("Send one header Authorization");
        }
        String query = request.getQueryString();
        if (query != null && IN_QUERY.matcher(URLDecoder.decode(query, UTF_8)).find()) {
            throw refused("Send the token in the header Authorization, not in the query");
        }
        return header.resolve(request);
    }

    private static OAuth2AuthenticationException refused(String reason) {
        return new OAuth2AuthenticationException(BearerTokenErrors.invalidRequest(reason));
    }
}
