package io.feedmill.api.security;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.security.Caller.CallerRights;
import io.feedmill.common.key.UserId;
import jakarta.servlet.http.HttpServletRequest;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;
import org.springframework.web.context.request.RequestAttributes;

/** Tells who makes the current call. */
@Component
public record Callers(AnnouncementSettings announcements, CallerRights rights) {
    private static final String CALLER = Callers.class.getName() + ".caller";

    /**
     * Settings {@code feedmill.announcements}.
     *
     * @param author author of announcements: each post of this author is one. An earlier author stays one until taken off the list
     */
    @ConfigurationProperties("feedmill.announcements")
    public record AnnouncementSettings(
            @DefaultValue("feedmill") UserId author) {}

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
        Caller caller = new Caller(name, scopes, null, announcements.author(), rights);
        return caller.isService() || !UserId.isValid(name) || !caller.mayActAs(name)
                ? caller
                : caller.reading(new UserId(name));
    }

    @Component
    static final class Resolver extends QueryArgumentResolver<Caller> {

        Resolver() {
            super(Caller.class, Callers::of);
        }
    }
}
