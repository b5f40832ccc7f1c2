package io.feedmill.api.security;

import io.feedmill.api.http.HttpSettings;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.api.problem.ProblemType;
import io.feedmill.api.problem.ProblemWriter;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.http.HttpHeaders;
import org.springframework.http.server.ServerHttpResponse;
import org.springframework.web.cors.CorsConfiguration;
import org.springframework.web.cors.CorsConfigurationSource;
import org.springframework.web.cors.DefaultCorsProcessor;
import org.springframework.web.filter.CorsFilter;

/** Lets pages of the allowed origins make calls (CORS), and refuses those of others. Answers preflights, which have no token. */
final class OriginFilter extends CorsFilter {

    OriginFilter(HttpSettings settings) {
        super(allowing(settings.allowedOrigins()));
        setCorsProcessor(new Processor());
    }

    private static CorsConfigurationSource allowing(List<String> origins) {
        CorsConfiguration configuration = new CorsConfiguration();
        configuration.setAllowedOrigins(origins);
        configuration.setAllowedMethods(List.of("GET", "HEAD", "POST", "PUT", "DELETE"));
        configuration.setAllowedHeaders(List.of(CorsConfiguration.ALL));
        configuration.setExposedHeaders(List.of(
                HttpHeaders.ETAG,
                HttpHeaders.LOCATION,
                HttpHeaders.RETRY_AFTER,
                HttpHeaders.WWW_AUTHENTICATE,
                "RateLimit",
                "RateLimit-Policy"));
        configuration.setMaxAge(Duration.ofHours(1));
        return request -> configuration;
    }

    private static final class Processor extends DefaultCorsProcessor {
        @Override
        public boolean processRequest(
                @Nullable CorsConfiguration configuration, HttpServletRequest request, HttpServletResponse response)
                throws IOException {
            boolean allowed = super.processRequest(configuration, request, response);
            if (!allowed) {
                ProblemWriter.write(
                        new ProblemException(
                                ProblemType.ORIGIN_NOT_ALLOWED,
                                "Add the origin to feedmill.http.allowed-origins, or use a method that the API has."),
                        request,
                        response);
            }
            return allowed;
        }

        /** Writes nothing: the problem follows. */
        @Override
        protected void rejectRequest(ServerHttpResponse response) {}
    }
}
