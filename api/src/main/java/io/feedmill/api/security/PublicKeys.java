package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.jwk.Curve;
import io.feedmill.api.security.SecuritySettings.InvalidSecurityException;
import java.io.IOException;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;
import java.util.Optional;
import java.util.stream.Stream;
import org.springframework.boot.io.ApplicationResourceLoader;

/** Reads the public key that verifies tokens. */
final class PublicKeys {
    private static final int MIN_RSA_BITS = 2_048;

    private PublicKeys() {}

    /**
     * Returns the key of a PEM file.
     *
     * @param location a path, or a location of Spring such as {@code classpath:} or {@code base64:}
     * @throws InvalidSecurityException if it cannot be read, or is no P-256 key and no RSA key of 2,048 bits
     */
    static PublicKey read(String location) {
        X509EncodedKeySpec encoded = new X509EncodedKeySpec(bytes(location));
        return Stream.of("EC", "RSA")
                .flatMap(algorithm -> parse(algorithm, encoded).stream())
                .filter(PublicKeys::isStrong)
                .findFirst()
                .orElseThrow(
                        () -> invalid("has no public key of P-256, and no RSA key of 2,048 bits or more, in PEM."));
    }

    private static byte[] bytes(String location) {
        try {
            String pem = ApplicationResourceLoader.get().getResource(location).getContentAsString(US_ASCII);
            return Base64.getMimeDecoder()
                    .decode(pem.replaceAll("-----(BEGIN|END) PUBLIC KEY-----", "")
                            .strip());
        } catch (IOException | IllegalArgumentException e) {
            throw invalid("cannot be read: " + e.getClass().getSimpleName() + ".");
        }
    }

    private static Optional<PublicKey> parse(String algorithm, X509EncodedKeySpec encoded) {
        try {
            return Optional.of(KeyFactory.getInstance(algorithm).generatePublic(encoded));
        } catch (GeneralSecurityException e) {
            return Optional.empty();
        }
    }

    private static boolean isStrong(PublicKey key) {
        return switch (key) {
            case ECPublicKey ec -> Curve.P_256.equals(Curve.forECParameterSpec(ec.getParams()));
            case RSAPublicKey rsa -> rsa.getModulus().bitLength() >= MIN_RSA_BITS;
            default -> false;
        };
    }

    /** Does not show the location: it may be the key itself. */
    private static InvalidSecurityException invalid(String reason) {
        return new InvalidSecurityException("feedmill.security.public-key-location " + reason);
    }
}
