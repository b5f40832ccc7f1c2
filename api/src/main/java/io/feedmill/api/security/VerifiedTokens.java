package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;

/**
 * Remembers valid tokens for a minute, by their SHA-256: a client sends the same one with each call, and to verify a signature of ES256 takes longer than
 * to make a page. The times in a token are checked with each call. Thread-safe.
 */
final class VerifiedTokens implements JwtDecoder {
    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    private static final int MAX_TOKENS = 10_000;

    private final JwtDecoder decoder;
    private final Clock clock;
    private final JwtTimestampValidator times = new JwtTimestampValidator();
    private final RecentlyUsed<ByteBuffer, Verified> tokens = new RecentlyUsed<>(MAX_TOKENS);

    private record Verified(Jwt token, Instant at) {}

    VerifiedTokens(JwtDecoder decoder, Clock clock) {
        this.decoder = decoder;
        this.clock = clock;
        times.setClock(clock);
    }

    @Override
    public Jwt decode(String token) {
        ByteBuffer digest = digest(token);
        Verified known = tokens.get(digest);
        if (known != null && isValid(known)) {
            return known.token();
        }
        Jwt verified = decoder.decode(token);
        tokens.put(digest, new Verified(verified, clock.instant()));
        return verified;
    }

    private boolean isValid(Verified known) {
        return clock.instant().isBefore(known.at().plus(REMEMBERED))
                && !times.validate(known.token()).hasErrors();
    }

    private static ByteBuffer digest(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
