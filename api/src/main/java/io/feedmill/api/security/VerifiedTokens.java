package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.time.Clock;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.springframework.security.oauth2.jwt.Jwt;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtTimestampValidator;

/** Remembers valid tokens for a minute by SHA-256: to verify ES256 takes longer than a page. Times are checked with each call. Thread-safe. */
final class VerifiedTokens implements JwtDecoder {
    private static final Duration REMEMBERED = Duration.ofMinutes(1);
    /** Of all tokens together: parsed, they take several times as many bytes. */
    private static final int MAX_CHARACTERS = 10_000_000;

    private final JwtDecoder decoder;
    private final JwtTimestampValidator times = new JwtTimestampValidator();
    private final Cache<ByteBuffer, Jwt> tokens;

    VerifiedTokens(JwtDecoder decoder, Clock clock) {
        this.decoder = decoder;
        times.setClock(clock);
        tokens = Caffeine.newBuilder()
                .maximumWeight(MAX_CHARACTERS)
                .<ByteBuffer, Jwt>weigher(
                        (digest, token) -> token.getTokenValue().length())
                // What is too much goes at once, with the call that brings it.
                .executor(Runnable::run)
                .expireAfterWrite(REMEMBERED)
                .ticker(() -> TimeUnit.MILLISECONDS.toNanos(clock.millis()))
                .build();
    }

    @Override
    public Jwt decode(String token) {
        ByteBuffer digest = digest(token);
        Jwt known = tokens.getIfPresent(digest);
        if (known != null && !times.validate(known).hasErrors()) {
            return known;
        }
        Jwt verified = decoder.decode(token);
        tokens.put(digest, verified);
        return verified;
    }

    private static ByteBuffer digest(String token) {
        try {
            return ByteBuffer.wrap(MessageDigest.getInstance("SHA-256").digest(token.getBytes(UTF_8)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
