package io.feedmill.api.security;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.core.convert.converter.Converter;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.authority.SimpleGrantedAuthority;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;

/** The scopes of a token that count: Feedmill's, and of these the ones of services only if the settings name the client that got the token. */
final class TokenScopes implements Converter<Jwt, Collection<GrantedAuthority>> {
    /** The claims that name the client: of OpenID Connect, of RFC 9068, of Okta. The first one that is there counts. */
    private static final List<String> CLIENT = List.of("azp", "client_id", "cid");

    private final JwtGrantedAuthoritiesConverter claimed = new JwtGrantedAuthoritiesConverter();
    private final SecuritySettings settings;

    TokenScopes(SecuritySettings settings) {
        this.settings = settings;
        claimed.setAuthorityPrefix("");
    }

    @Override
    public Collection<GrantedAuthority> convert(Jwt token) {
        return of(token).stream()
                .<GrantedAuthority>map(scope -> new SimpleGrantedAuthority(scope.authority()))
                .toList();
    }

    Set<Scope> of(Jwt token) {
        Set<String> names = Objects.requireNonNull(claimed.convert(token)).stream()
                .map(GrantedAuthority::getAuthority)
                .collect(Collectors.toSet());
        boolean service = client(token).filter(settings.services()::contains).isPresent();
        return Arrays.stream(Scope.values())
                .filter(scope -> names.contains(settings.scopePrefix() + scope.value()))
                .filter(scope -> service || !scope.isOfServices())
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Returns the client that the token was issued to. */
    static Optional<String> client(Jwt token) {
        return CLIENT.stream()
                .flatMap(claim -> Stream.ofNullable(token.getClaims().get(claim)))
                .findFirst()
                .map(Object::toString);
    }
}
