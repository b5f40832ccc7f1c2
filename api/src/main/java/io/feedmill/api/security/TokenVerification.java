package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.proc.SecurityContext;
import com.nimbusds.jwt.proc.DefaultJWTProcessor;
import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.security.Caller.CallerRights;
import io.feedmill.common.key.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.net.URLDecoder;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.http.HttpHeaders;
import org.springframework.security.oauth2.core.OAuth2AuthenticationException;
import org.springframework.security.oauth2.core.OAuth2Error;
import org.springframework.security.oauth2.core.OAuth2ErrorCodes;
import org.springframework.security.oauth2.core.OAuth2TokenValidator;
import org.springframework.security.oauth2.core.OAuth2TokenValidatorResult;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtClaimValidator;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtIssuerValidator;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;
import org.springframework.security.oauth2.jwt.JwtTypeValidator;
import org.springframework.security.oauth2.jwt.JwtValidators;
import org.springframework.security.oauth2.jwt.MappedJwtClaimSetConverter;
import org.springframework.security.oauth2.jwt.NimbusJwtDecoder;
import org.springframework.security.oauth2.server.resource.BearerTokenErrors;
import org.springframework.security.oauth2.server.resource.web.BearerTokenResolver;
import org.springframework.security.oauth2.server.resource.web.DefaultBearerTokenResolver;
import org.springframework.stereotype.Component;

/** Decides which tokens are valid: signed by the right key with ES256 or RS256, in time, for this audience, and with a user's id. */
@Configuration(proxyBeanMethods = false)
class TokenVerification {
    private static final MappedJwtClaimSetConverter CLAIMS = MappedJwtClaimSetConverter.withDefaults(Map.of());

    /** Differences between clocks. */
    private static final Duration CLOCKS = Duration.ofMinutes(1);

    /** A token that is remembered as valid may be taken back. */
    @Bean
    JwtDecoder tokens(
            SecuritySettings settings, TokenScopes scopes, Clock clock, CallerRights rights, ApiMetrics metrics) {
        JwtDecoder verified =
                new VerifiedTokens(decoder(settings, scopes, clock, () -> metrics.count(Event.KEYS_UNREADABLE)), clock);
        return token -> {
            Jwt valid = verified.decode(token);
            String name = Objects.requireNonNull(valid.getClaimAsString(settings.userClaim()));
            rights.requireCurrent(name, Objects.requireNonNull(valid.getIssuedAt()));
            return valid;
        };
    }

    /** @param unreadable is told when keys cannot be read */
    static JwtDecoder decoder(SecuritySettings settings, TokenScopes scopes, Clock clock, Runnable unreadable) {
        DefaultJWTProcessor<SecurityContext> processor = new DefaultJWTProcessor<>();
        processor.setJWSKeySelector(
                settings.publicKeyLocation().isEmpty()
                        ? PublicKeys.of(
                                new IssuerKeys(Objects.requireNonNull(settings.issuerUri()), settings.jwkSetUri()),
                                clock,
                                unreadable)
                        : PublicKeys.of(settings.publicKeyLocation(), clock, unreadable));
        // Spring's validators check types and claims.
        processor.setJWSTypeVerifier((type, context) -> {});
        processor.setJWTClaimsSetVerifier((claims, context) -> {});
        NimbusJwtDecoder decoder = new NimbusJwtDecoder(processor);
        decoder.setJwtValidator(JwtValidators.createDefaultWithValidators(checks(settings, scopes, clock)));
        decoder.setClaimSetConverter(claims -> named(convert(claims), settings, scopes));
        return decoder;
    }

    private static List<OAuth2TokenValidator<Jwt>> checks(SecuritySettings settings, TokenScopes scopes, Clock clock) {
        JwtTimestampValidator times = new JwtTimestampValidator();
        times.setAllowEmptyExpiryClaim(false);
        times.setClock(clock);
        // Media types, with or without their first half (RFC 7515 4.1.9).
        JwtTypeValidator types = new JwtTypeValidator("JWT", "at+jwt", "application/jwt", "application/at+jwt");
        types.setAllowEmpty(true);
        List<OAuth2TokenValidator<Jwt>> checks = new ArrayList<>(List.of(
                times,
                types,
                isForThisAudience(settings),
                namesItsUser(settings, scopes),
                hasItsLife(settings, scopes, clock)));
        String issuer = settings.issuerUri();
        if (issuer != null) {
            checks.add(new JwtIssuerValidator(issuer));
        }
        return checks;
    }

    private static OAuth2TokenValidator<Jwt> isForThisAudience(SecuritySettings settings) {
        String claim = settings.audienceClaim();
        return new JwtClaimValidator<@Nullable Object>(
                claim,
                value -> value instanceof Collection<?> all
                        ? all.stream().anyMatch(settings.audience()::contains)
                        : settings.audience().contains(String.valueOf(value)));
    }

    /** Spring invents a time of issue for a token without one. */
    private static Map<String, Object> convert(Map<String, Object> claims) {
        Map<String, Object> converted = new HashMap<>(Objects.requireNonNull(CLAIMS.convert(claims)));
        converted.keySet().retainAll(claims.keySet());
        return converted;
    }

    /** The token of a service may name no user, because it has none: then it has the name of its client. */
    private static Map<String, Object> named(
            Map<String, Object> claims, SecuritySettings settings, TokenScopes scopes) {
        if (!claims.containsKey(settings.userClaim()) && scopes.of(claims).contains(Scope.ACT_AS)) {
            TokenScopes.client(claims).ifPresent(client -> claims.put(settings.userClaim(), client));
        }
        return claims;
    }

    /** A token says when it was issued, not in the future, and lives no longer than the settings allow. */
    private static OAuth2TokenValidator<Jwt> hasItsLife(SecuritySettings settings, TokenScopes scopes, Clock clock) {
        return token -> {
            Instant issued = token.getIssuedAt();
            Instant expires = token.getExpiresAt();
            if (issued == null || issued.isAfter(clock.instant().plus(CLOCKS))) {
                return invalid("The claim 'iat' is absent, or in the future");
            }
            Duration max = scopes.of(token.getClaims()).contains(Scope.ACT_AS)
                    ? settings.maxServiceTokenLife()
                    : settings.maxTokenLife();
            return expires != null && expires.isAfter(issued.plus(max))
                    ? invalid("From 'iat' to 'exp' it is more than " + max.toMinutes() + " minutes")
                    : OAuth2TokenValidatorResult.success();
        };
    }

    private static OAuth2TokenValidatorResult invalid(String reason) {
        return OAuth2TokenValidatorResult.failure(new OAuth2Error(OAuth2ErrorCodes.INVALID_TOKEN, reason, null));
    }

    /** A user's token holds a valid user id, a service's token any name. */
    private static OAuth2TokenValidator<Jwt> namesItsUser(SecuritySettings settings, TokenScopes scopes) {
        String claim = settings.userClaim();
        return token -> token.getClaims().get(claim) instanceof String name
                        && !name.isBlank()
                        && (UserId.isValid(name) || scopes.of(token.getClaims()).contains(Scope.ACT_AS))
                ? OAuth2TokenValidatorResult.success()
                : invalid("The claim '" + claim + "' is not a user id of Feedmill");
    }

    /** Takes the token of the only header {@code Authorization}; refuses one in the query, since logs keep queries. No call reads a form. */
    @Component
    static final class HeaderToken implements BearerTokenResolver {
        private static final Pattern IN_QUERY = Pattern.compile("(^|&)access_token(=|&|$)");

        private final BearerTokenResolver header = new DefaultBearerTokenResolver();

        @Override
        public @Nullable String resolve(HttpServletRequest request) {
            if (Collections.list(request.getHeaders(HttpHeaders.AUTHORIZATION)).size() > 1) {
                throw refusal("Send one header Authorization");
            }
            String query = request.getQueryString();
            if (query != null
                    && IN_QUERY.matcher(URLDecoder.decode(query, UTF_8)).find()) {
                throw refusal("Send the token in the header Authorization, not in the query");
            }
            return header.resolve(request);
        }

        private static OAuth2AuthenticationException refusal(String reason) {
            return new OAuth2AuthenticationException(BearerTokenErrors.invalidRequest(reason));
        }
    }
}
