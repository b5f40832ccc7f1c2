package io.feedmill.api.security;

import io.feedmill.common.InvalidSettingsException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.util.StringUtils;

/**
 * Settings {@code feedmill.security} for the scopes of tokens: Feedmill's count, and of these the ones of services only if the client is named here.
 *
 * @param scopePrefix what the issuer puts before the names of scopes
 * @param scopeClaims claims with the scopes
 * @param scopeValues what other values of these claims mean, such as {@code moderator=admin}; a value may be listed with several scopes
 * @param userScopes scopes of a token that has none of Feedmill's, unless its client is one of {@code services}
 * @param services clients in whose tokens the scopes {@code act-as}, {@code notify}, {@code import}, {@code reports} and {@code admin} count
 */
@ConfigurationProperties("feedmill.security")
record TokenScopes(
        @DefaultValue("") String scopePrefix,
        @DefaultValue({"scope", "scp"}) List<String> scopeClaims,
        @DefaultValue List<String> scopeValues,
        @DefaultValue List<Scope> userScopes,
        @DefaultValue List<String> services) {
    /** The claims that name the client: of OpenID Connect, of RFC 9068, of Okta, of Entra's version 1. The first one that is there counts. */
    private static final List<String> CLIENT = List.of("azp", "client_id", "cid", "appid");

    TokenScopes {
        if (!services.stream().allMatch(StringUtils::hasText)
                || Set.copyOf(services).size() < services.size()) {
            throw invalid("services has an empty client, or one twice.");
        }
        if (userScopes.stream().anyMatch(Scope::isOfServices)) {
            throw invalid("user-scopes has a scope of services.");
        }
        for (String value : scopeValues) {
            if (Arrays.stream(Scope.values()).noneMatch(scope -> value.matches(".+=" + scope.value()))) {
                throw invalid("scope-values has '" + value + "', which is not like 'value=scope'.");
            }
        }
    }

    private static InvalidSettingsException invalid(String reason) {
        return SecuritySettings.invalid("feedmill.security." + reason);
    }

    Set<Scope> of(Map<String, Object> claims) {
        boolean service = client(claims).filter(services::contains).isPresent();
        Set<String> values =
                scopeClaims.stream().flatMap(claim -> values(claims.get(claim))).collect(Collectors.toSet());
        Set<Scope> scopes = Arrays.stream(Scope.values())
                .filter(scope -> service || !scope.isOfServices())
                .filter(scope -> values.contains(scopePrefix + scope.value())
                        || values.stream().anyMatch(value -> scopeValues.contains(value + "=" + scope.value())))
                .collect(Collectors.toUnmodifiableSet());
        return scopes.isEmpty() && !service ? Set.copyOf(userScopes) : scopes;
    }

    private static Stream<String> values(@Nullable Object claim) {
        if (claim instanceof String text) {
            return Arrays.stream(text.split(" "));
        }
        return claim instanceof Collection<?> all ? all.stream().map(String::valueOf) : Stream.empty();
    }

    static Optional<String> client(Map<String, Object> claims) {
        return CLIENT.stream()
                .flatMap(claim -> Stream.ofNullable(claims.get(claim)))
                .findFirst()
                .map(Object::toString);
    }
}
