package io.feedmill.cli.token;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jwt.SignedJWT;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OperatorTokenTest {
    @TempDir
    private Path folder = Path.of("");

    private Instant now = Instant.now();

    @Test
    void isSignedAnewLongBeforeItExpires() throws Exception {
        OperatorToken token = new OperatorToken(SigningKey.in(folder), () -> now);
        String first = token.get();
        now = now.plus(Duration.ofMinutes(29));
        assertThat(token.get()).isEqualTo(first);
        now = now.plus(Duration.ofMinutes(1));
        assertThat(token.get()).isNotEqualTo(first);
        assertThat(SignedJWT.parse(first).getJWTClaimsSet().getExpirationTime().toInstant())
                .isAfter(now.plus(Duration.ofMinutes(29)));
    }
}
