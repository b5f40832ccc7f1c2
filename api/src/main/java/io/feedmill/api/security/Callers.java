package io.feedmill.api.security;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.common.key.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;

/** Tells who makes the current call. */
@Component
public final class Callers {
    private static final String CALLER = Callers.class.getName() + ".caller";

    private final UserId announcer;
    private final CallerRights rights;

    Callers(AnnouncementSettings announcements, CallerRights rights) {
        this.announcer = announcements.author();
        this.rights = rights;
    }

    /** Sets the caller of the request, as which its controller acts. */
    static void set(HttpServletRequest request, Caller caller) {
        request.setAttribute(CALLER, caller);
    }

    /** Returns the caller of the request, with the viewer that it names. */
    public static Caller of(NativeWebRequest request) {
        if (request.getAttribute(CALLER, RequestAttributes.SCOPE_REQUEST) instanceof Caller caller) {
            return caller;
        }
        throw new IllegalStateException("The request has no caller");
    }

    /** Returns who sent the current request; empty without a valid token. */
    Optional<Caller> find() {
        return SecurityContextHolder.getContext().getAuthentication() instanceof JwtAuthenticationToken token
                ? Optional.of(of(token))
                : Optional.empty();
    }

    /** Returns the caller. A user reads as that user, a service as nobody. */
    Caller of(Authentication authentication) {
        String name = authentication.getName();
        Set<Scope> scopes = authentication.getAuthorities().stream()
                .filter(Scope.class::isInstance)
                .map(Scope.class::cast)
                .collect(Collectors.toUnmodifiableSet());
        Caller caller = new Caller(name, scopes, null, announcer, rights);
        return caller.isService() || !UserId.isValid(name) || !caller.mayActAs(name)
                ? caller
                : caller.reading(new UserId(name));
    }

    /** Resolves callers as arguments. */
    @Component
    static final class Resolver extends QueryArgumentResolver<Caller> {

        Resolver() {
            super(Caller.class, Callers::of);
        }
    }
}
