package io.feedmill.api.security;

import io.feedmill.api.AnnouncementSettings;
import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.common.key.UserId;
import java.util.Arrays;
import java.util.Collection;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.authentication.AnonymousAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.GrantedAuthority;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.server.resource.authentication.JwtGrantedAuthoritiesConverter;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;

/** Tells who makes the current call. */
@Component
public final class Callers {
    private static final JwtGrantedAuthoritiesConverter AUTHORITIES = new JwtGrantedAuthoritiesConverter();

    private final UserId announcer;

    Callers(AnnouncementSettings announcements) {
        this.announcer = announcements.author();
    }

    /** Returns the caller of the current request. */
    public Caller current() {
        return find().orElseThrow(() -> new IllegalStateException("The request has no caller"));
    }

    /** Returns the caller of the current request; empty without a valid token. */
    Optional<Caller> find() {
        return Optional.ofNullable(SecurityContextHolder.getContext().getAuthentication())
                .filter(authentication -> !(authentication instanceof AnonymousAuthenticationToken))
                .map(this::of);
    }

    /** Returns the caller. A user reads as that user, a service as nobody. */
    Caller of(Authentication authentication) {
        String name = authentication.getName();
        Set<Scope> scopes = scopes(authentication.getAuthorities());
        Caller caller = new Caller(name, scopes, null, announcer);
        return caller.isService() || !UserId.isValid(name) || !caller.mayActAs(name)
                ? caller
                : caller.reading(new UserId(name));
    }

    static Set<Scope> scopes(Jwt token) {
        return scopes(Objects.requireNonNull(AUTHORITIES.convert(token)));
    }

    /** Ignores scopes that are not Feedmill's. */
    private static Set<Scope> scopes(Collection<? extends GrantedAuthority> authorities) {
        Set<String> names =
                authorities.stream().map(GrantedAuthority::getAuthority).collect(Collectors.toSet());
        return Arrays.stream(Scope.values())
                .filter(scope -> names.contains(scope.authority()))
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Resolves callers as arguments. */
    @Component
    static final class Resolver extends QueryArgumentResolver<Caller> {
        private final Callers callers;

        Resolver(Callers callers) {
            super(Caller.class);
            this.callers = callers;
        }

        @Override
        protected Caller resolve(NativeWebRequest request) {
            Caller caller = callers.current();
            String viewer = parameter(request, "viewer");
            return viewer == null ? caller : caller.reading(caller.actAs("viewer", viewer));
        }
    }
}
