package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import jakarta.servlet.FilterChain;
import jakarta.servlet.ServletException;
import jakarta.servlet.http.HttpServletRequest;
import jakarta.servlet.http.HttpServletResponse;
import java.io.IOException;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.HexFormat;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.security.authentication.UsernamePasswordAuthenticationToken;
import org.springframework.security.core.Authentication;
import org.springframework.security.core.authority.AuthorityUtils;
import org.springframework.security.core.context.SecurityContextHolder;
import org.springframework.security.core.context.SecurityContextImpl;
import org.springframework.stereotype.Component;
import org.springframework.web.filter.OncePerRequestFilter;

/**
 * Admits the requests that a starting process sends to itself, as the user {@code warm-up}. They carry a random secret that nobody else has, and that is
 * forgotten before the process is ready.
 */
@Component
public final class WarmUpPass {
    /** The header of the secret. */
    public static final String HEADER = "Feedmill-Warm-Up";

    private static final int SECRET_BYTES = 32;
    private static final String USER = "warm-up";

    private volatile @Nullable String secret;

    WarmUpPass() {}

    /** Begins the warm-up; returns the secret. */
    public String begin() {
        byte[] random = new byte[SECRET_BYTES];
        new SecureRandom().nextBytes(random);
        String begun = HexFormat.of().formatHex(random);
        secret = begun;
        return begun;
    }

    /** Forgets the secret. */
    public void end() {
        secret = null;
    }

    private boolean admits(@Nullable String sent) {
        String expected = secret;
        return expected != null
                && sent != null
                && MessageDigest.isEqual(expected.getBytes(US_ASCII), sent.getBytes(US_ASCII));
    }

    private static Authentication user() {
        String[] scopes = Stream.of(Scope.FEED, Scope.POST, Scope.FOLLOW, Scope.REACT, Scope.ROOM, Scope.DEVICE)
                .map(Scope::authority)
                .toArray(String[]::new);
        return UsernamePasswordAuthenticationToken.authenticated(
                USER, null, AuthorityUtils.createAuthorityList(scopes));
    }

    /** Sets the user of admitted requests. */
    final class Filter extends OncePerRequestFilter {
        @Override
        protected void doFilterInternal(HttpServletRequest request, HttpServletResponse response, FilterChain chain)
                throws ServletException, IOException {
            if (admits(request.getHeader(HEADER))) {
                SecurityContextHolder.setContext(new SecurityContextImpl(user()));
            }
            chain.doFilter(request, response);
        }
    }
}
