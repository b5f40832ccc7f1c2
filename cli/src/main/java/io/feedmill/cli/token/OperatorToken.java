package io.feedmill.cli.token;

import io.feedmill.cli.token.SigningKey.Claims;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Set;
import java.util.function.Supplier;

/** The token of a service that may do all, signed anew when half of its life is over. Thread-safe. */
public final class OperatorToken implements Supplier<String> {
    private static final Duration LIFE = Duration.ofHours(1);

    private final SigningKey key;
    private final InstantSource clock;
    private String token = "";
    private Instant renewAt = Instant.MIN;

    public OperatorToken(SigningKey key, InstantSource clock) {
        this.key = key;
        this.clock = clock;
    }

    @Override
    public synchronized String get() {
        Instant now = clock.instant();
        if (!now.isBefore(renewAt)) {
            token = key.sign(new Claims("operator", Set.copyOf(Claims.SCOPES), LIFE));
            renewAt = now.plus(LIFE.dividedBy(2));
        }
        return token;
    }
}
