package io.feedmill.api.security;

import io.feedmill.api.http.QueryArgumentResolver;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.LowerCaseName;
import io.feedmill.common.key.UserId;
import io.feedmill.common.storage.StorageException;
import java.time.Clock;
import java.util.Objects;
import java.util.Optional;
import org.springframework.security.authentication.InternalAuthenticationServiceException;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.server.resource.authentication.JwtAuthenticationToken;
import org.springframework.stereotype.Component;
import org.springframework.web.context.request.NativeWebRequest;

/** A call whose answer goes on, while its token may expire or be taken back, or its user be suspended. Controllers take it. Thread-safe. */
public record OngoingCall(Caller caller, Jwt token, JwtDecoder tokens, Clock clock) {
    /** Why a call may not go on. */
    public enum Refusal implements LowerCaseName {
        /** It is after the token's {@code exp}. */
        EXPIRED,
        /** The token or its key was taken back, or the caller or the user is suspended. */
        REFUSED
    }

    /** Returns why it may not go on for this user; empty if it may. Throws a {@link StorageException} if what was taken back cannot be read. */
    public Optional<Refusal> refusal(UserId user) {
        if (!clock.instant().isBefore(Objects.requireNonNull(token.getExpiresAt()))) {
            return Optional.of(Refusal.EXPIRED);
        }
        try {
            tokens.decode(token.getTokenValue());
            caller.rights().requireActive(caller.name());
            caller.rights().requireActive(user.value());
            return Optional.empty();
        } catch (BadJwtException | ProblemException e) {
            return Optional.of(Refusal.REFUSED);
        } catch (InternalAuthenticationServiceException e) {
            throw e.getCause() instanceof StorageException unread ? unread : e;
        }
    }

    @Component
    static final class Resolver extends QueryArgumentResolver<OngoingCall> {
        Resolver(JwtDecoder tokens, Clock clock) {
            super(OngoingCall.class, request -> new OngoingCall(Callers.of(request), token(request), tokens, clock));
        }

        private static Jwt token(NativeWebRequest request) {
            return ((JwtAuthenticationToken) Objects.requireNonNull(request.getUserPrincipal())).getToken();
        }
    }
}
