package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyConverter;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.proc.JWSKeySelector;
import com.nimbusds.jose.proc.SecurityContext;
import io.feedmill.api.http.InvalidSettingsException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.boot.io.ApplicationResourceLoader;

/**
 * The public keys that verify tokens. Their files are read again when a token is to be verified, so that a new key may come before the old one goes.
 * Thread-safe.
 */
final class PublicKeys implements JWSKeySelector<SecurityContext> {
    /** How often the files are read. */
    static final Duration EVERY = Duration.ofSeconds(10);

    private static final int MIN_RSA_BITS = 2_048;
    private static final String NO_KEY = "has no public key of P-256, and no RSA key of 2,048 bits or more, in ";
    private static final Logger LOG = LoggerFactory.getLogger(PublicKeys.class);

    private final List<String> locations;
    private final InstantSource clock;
    private final Runnable unreadable;
    private Instant readAt;
    private boolean failed;
    private List<JWK> keys;

    /**
     * @param locations paths, or locations of Spring such as {@code classpath:} or {@code base64:}, each of a PEM or a JWKS file
     * @param unreadable is told when keys that were read before cannot be read
     * @throws InvalidSettingsException if a file cannot be read, has a key that is not P-256 nor RSA of 2,048 bits, or a private one
     */
    PublicKeys(List<String> locations, InstantSource clock, Runnable unreadable) {
        this.locations = locations;
        this.clock = clock;
        this.unreadable = unreadable;
        this.readAt = clock.instant();
        this.keys = read();
    }

    @Override
    public List<Key> selectJWSKeys(JWSHeader header, @Nullable SecurityContext context) {
        return KeyConverter.toJavaKeys(
                current().stream().filter(key -> verifies(key, header)).toList());
    }

    /** The kind of a key decides the algorithm, so that a token cannot. */
    private static boolean verifies(JWK key, JWSHeader header) {
        JWSAlgorithm algorithm = key instanceof ECKey ? JWSAlgorithm.ES256 : JWSAlgorithm.RS256;
        String id = key.getKeyID();
        return algorithm.equals(header.getAlgorithm())
                && (id == null || header.getKeyID() == null || id.equals(header.getKeyID()));
    }

    private synchronized List<JWK> current() {
        Instant now = clock.instant();
        if (!now.isBefore(readAt.plus(EVERY))) {
            readAt = now;
            try {
                List<JWK> read = read();
                if (failed || !read.equals(keys)) {
                    LOG.atInfo().addKeyValue("keys", read.size()).log("Public keys read");
                }
                keys = read;
                failed = false;
            } catch (InvalidSettingsException e) {
                LOG.atLevel(failed ? Level.DEBUG : Level.ERROR)
                        .addKeyValue("reason", e.getMessage())
                        .log("Cannot read public keys, the old ones stay");
                unreadable.run();
                failed = true;
            }
        }
        return keys;
    }

    private List<JWK> read() {
        return locations.stream().flatMap(PublicKeys::read).toList();
    }

    private static Stream<JWK> read(String location) {
        String text = text(location).strip();
        return text.startsWith("{")
                ? ofSet(text)
                : Arrays.stream(text.split("-----END PUBLIC KEY-----")).map(PublicKeys::ofPem);
    }

    private static String text(String location) {
        try {
            return ApplicationResourceLoader.get().getResource(location).getContentAsString(UTF_8);
        } catch (IOException | IllegalArgumentException e) {
            throw invalid("cannot be read: " + e.getClass().getSimpleName() + ".");
        }
    }

    private static Stream<JWK> ofSet(String json) {
        try {
            List<JWK> all = JWKSet.parse(json).getKeys();
            if (all.stream().anyMatch(JWK::isPrivate)) {
                throw invalid("has a private key: the API must not be able to sign tokens.");
            }
            List<JWK> usable = all.stream()
                    .filter(key -> isStrong(key) && !KeyUse.ENCRYPTION.equals(key.getKeyUse()))
                    .toList();
            if (usable.isEmpty()) {
                throw invalid(NO_KEY + "JWKS.");
            }
            return usable.stream();
        } catch (ParseException e) {
            throw invalid("is not a JWKS file.");
        }
    }

    private static JWK ofPem(String pem) {
        X509EncodedKeySpec encoded = new X509EncodedKeySpec(
                decode(pem.replace("-----BEGIN PUBLIC KEY-----", "").strip()));
        return Stream.of("EC", "RSA")
                .flatMap(algorithm -> parse(algorithm, encoded).stream())
                .filter(PublicKeys::isStrong)
                .findFirst()
                .orElseThrow(() -> invalid(NO_KEY + "PEM."));
    }

    private static byte[] decode(String base64) {
        try {
            return Base64.getMimeDecoder().decode(base64);
        } catch (IllegalArgumentException e) {
            throw invalid(NO_KEY + "PEM.");
        }
    }

    private static Optional<JWK> parse(String algorithm, X509EncodedKeySpec encoded) {
        try {
            return switch (KeyFactory.getInstance(algorithm).generatePublic(encoded)) {
                case ECPublicKey ec ->
                    Optional.of(new ECKey.Builder(Curve.forECParameterSpec(ec.getParams()), ec).build());
                case RSAPublicKey rsa -> Optional.of(new RSAKey.Builder(rsa).build());
                default -> Optional.empty();
            };
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            return Optional.empty();
        }
    }

    private static boolean isStrong(JWK key) {
        return switch (key) {
            case ECKey ec -> Curve.P_256.equals(ec.getCurve());
            case RSAKey rsa -> rsa.size() >= MIN_RSA_BITS;
            default -> false;
        };
    }

    /** Does not show the location: it may be the key itself. */
    private static InvalidSettingsException invalid(String reason) {
        return SecuritySettings.invalid("feedmill.security.public-key-location " + reason);
    }
}
