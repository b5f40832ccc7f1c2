package io.feedmill.simulation;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Date;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Tokens of the simulated clients. All stories use each for an hour of their time: to sign one takes longer than many calls. RSA is quick to verify. */
final class Tokens {
    /** The client of operators, whose scopes count. */
    static final String SERVICE = "operators";

    private static final RSAKey KEY = key();
    private static @Nullable Path file;

    private static final int MAX_TOKENS = 10_000;
    private static final Map<Key, String> TOKENS = new HashMap<>();

    private record Key(String subject, String scopes, Instant issued) {}

    private Tokens() {}

    private static RSAKey key() {
        try {
            return new RSAKeyGenerator(2048).generate();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The file with the key that verifies them. */
    static synchronized Path publicKeyFile() {
        if (file == null) {
            try {
                file = Files.createTempFile("simulation", ".json");
                file.toFile().deleteOnExit();
                Files.writeString(file, "{\"keys\":[" + KEY.toPublicJWK().toJSONString() + "]}");
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
        return Objects.requireNonNull(file);
    }

    /** Returns a user's token that is valid now. */
    static String of(String user, Instant now) {
        return token(user, now, "feed post follow react room device", null);
    }

    /** Returns the token of a service, with these scopes. */
    static String ofService(Instant now, String scopes) {
        return token(SERVICE, now, scopes, SERVICE);
    }

    private static String token(String subject, Instant now, String scopes, @Nullable String client) {
        // issued a while ago, valid for long: clocks are off by up to 40 minutes
        Instant issued = now.truncatedTo(ChronoUnit.HOURS).minus(Duration.ofHours(1));
        if (TOKENS.size() > MAX_TOKENS) {
            TOKENS.clear();
        }
        return TOKENS.computeIfAbsent(new Key(subject, scopes, issued), key -> sign(subject, issued, scopes, client));
    }

    private static String sign(String subject, Instant issued, String scopes, @Nullable String client) {
        JWTClaimsSet.Builder claims = new JWTClaimsSet.Builder()
                .subject(subject)
                .audience("feedmill")
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(issued.plus(Duration.ofHours(6))))
                .claim("scope", scopes);
        if (client != null) {
            claims.claim("client_id", client);
        }
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.RS256)
                            .keyID(KEY.getKeyID())
                            .build(),
                    claims.build());
            token.sign(new RSASSASigner(KEY));
            return token.serialize();
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
    }
}
