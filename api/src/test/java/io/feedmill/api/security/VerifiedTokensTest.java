package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.testkit.SettableClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.Jwt;

class VerifiedTokensTest {
    private final SettableClock clock = new SettableClock();
    private final List<String> decoded = new ArrayList<>();
    private final VerifiedTokens tokens = new VerifiedTokens(this::decode, clock);
    private boolean valid = true;

    private Jwt decode(String token) {
        decoded.add(token);
        if (!valid) {
            throw new BadJwtException("not valid");
        }
        return Jwt.withTokenValue(token)
                .header("alg", "ES256")
                .subject(token)
                .expiresAt(SettableClock.START.plusSeconds(30))
                .build();
    }

    @Test
    void verifiesATokenOnce() {
        assertThat(tokens.decode("ann").getSubject()).isEqualTo("ann");
        assertThat(tokens.decode("ann").getSubject()).isEqualTo("ann");
        assertThat(tokens.decode("bob").getSubject()).isEqualTo("bob");
        assertThat(decoded).containsExactly("ann", "bob");
    }

    @Test
    void verifiesItAgainAfterAMinute() {
        tokens.decode("ann");
        clock.advance(Duration.ofMinutes(1));
        valid = false;
        assertThatThrownBy(() -> tokens.decode("ann")).isInstanceOf(BadJwtException.class);
    }

    /** A minute later than it says, for clocks that differ. */
    @Test
    void aRememberedTokenEndsInTime() {
        clock.advance(Duration.ofSeconds(40));
        tokens.decode("ann");
        clock.advance(Duration.ofSeconds(49));
        tokens.decode("ann");
        assertThat(decoded).hasSize(1);
        clock.advance(Duration.ofSeconds(2));
        valid = false;
        assertThatThrownBy(() -> tokens.decode("ann")).isInstanceOf(BadJwtException.class);
    }

    /** A token may have 8 KB, and takes more memory when it is parsed. */
    @Test
    void remembersTenMillionCharacters() {
        for (int round = 0; round < 2; round++) {
            IntStream.range(0, 2_000).forEach(i -> tokens.decode(i + "x".repeat(8_000)));
        }
        assertThat(decoded).hasSizeGreaterThan(2_700);
    }

    @Test
    void forgetsNoRefusal() {
        valid = false;
        assertThatThrownBy(() -> tokens.decode("ann")).isInstanceOf(BadJwtException.class);
        assertThatThrownBy(() -> tokens.decode("ann")).isInstanceOf(BadJwtException.class);
        assertThat(decoded).hasSize(2);
    }
}
