package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.RSAKey;
import io.feedmill.common.InvalidSettingsException;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PublicKey;
import java.security.cert.CertificateFactory;
import java.security.interfaces.ECPublicKey;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.InvalidKeySpecException;
import java.security.spec.X509EncodedKeySpec;
import java.text.ParseException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.springframework.boot.io.ApplicationResourceLoader;

/** Reads public keys from PEM and JWKS files. */
final class KeyFiles {
    private static final int MIN_RSA_BITS = 2_048;
    private static final String NO_KEY = "has no public key of P-256, and no RSA key of 2,048 bits or more, in ";
    private static final String PRIVATE = "has a private key: the API must not be able to sign tokens.";
    /** Text may stand around the blocks (RFC 7468 2). */
    private static final Pattern BLOCK = Pattern.compile("(?s)-----BEGIN ([A-Z0-9 ]+)-----(.*?)-----END \\1-----");
    /** What is before the length of an RSA key in its {@code PUBLIC KEY}. */
    private static final byte[] RSA = HexFormat.of().parseHex("300d06092a864886f70d0101010500");

    private KeyFiles() {}

    /** Returns the keys at these paths or locations of Spring; throws if one cannot be read, has no usable key, or a private one. */
    static List<JWK> read(List<String> locations) {
        return locations.stream().flatMap(KeyFiles::read).toList();
    }

    static List<JWK> usable(JWKSet set) {
        return set.getKeys().stream()
                .filter(key -> isStrong(key) && !key.isPrivate() && !KeyUse.ENCRYPTION.equals(key.getKeyUse()))
                .toList();
    }

    private static Stream<JWK> read(String location) {
        String text = text(location).strip();
        return text.startsWith("{")
                ? ofSet(text).stream()
                : blocks(text).map(block -> ofPem(block.group(1), block.group(2)));
    }

    private static String text(String location) {
        try {
            return ApplicationResourceLoader.get().getResource(location).getContentAsString(UTF_8);
        } catch (IOException | IllegalArgumentException e) {
            throw invalid("cannot be read: " + e.getClass().getSimpleName() + ".");
        }
    }

    private static List<JWK> ofSet(String json) {
        try {
            JWKSet set = JWKSet.parse(json);
            if (set.getKeys().stream().anyMatch(JWK::isPrivate)) {
                throw invalid(PRIVATE);
            }
            List<JWK> usable = usable(set);
            if (usable.isEmpty()) {
                throw invalid(NO_KEY + "JWKS.");
            }
            return usable;
        } catch (ParseException e) {
            throw invalid("is not a JWKS file.");
        }
    }

    private static Stream<MatchResult> blocks(String text) {
        List<MatchResult> blocks = BLOCK.matcher(text).results().toList();
        if (blocks.isEmpty() || BLOCK.matcher(text).replaceAll("").contains("-----BEGIN")) {
            throw invalid(NO_KEY + "PEM.");
        }
        return blocks.stream();
    }

    private static JWK ofPem(String label, String base64) {
        if (label.endsWith("PRIVATE KEY")) {
            throw invalid(PRIVATE);
        }
        try {
            byte[] content = Base64.getMimeDecoder().decode(base64.strip());
            Optional<JWK> key = switch (label) {
                case "PUBLIC KEY" -> ofInfo(content);
                case "RSA PUBLIC KEY" -> ofInfo(infoOf(content));
                case "CERTIFICATE" ->
                    ofKey(CertificateFactory.getInstance("X.509")
                            .generateCertificate(new ByteArrayInputStream(content))
                            .getPublicKey());
                default -> throw invalid("has a '" + label + "': make a PUBLIC KEY of it.");
            };
            return key.filter(KeyFiles::isStrong).orElseThrow(() -> invalid(NO_KEY + "'" + label + "'."));
        } catch (InvalidSettingsException e) {
            throw e;
        } catch (GeneralSecurityException | IllegalArgumentException e) {
            throw invalid(NO_KEY + "'" + label + "'.");
        }
    }

    /** Returns the {@code PUBLIC KEY} of an {@code RSA PUBLIC KEY} (PKCS#1), of 256 bytes or more. */
    private static byte[] infoOf(byte[] rsa) {
        return ByteBuffer.allocate(rsa.length + 24)
                .putShort((short) 0x3082)
                .putShort((short) (rsa.length + 20))
                .put(RSA)
                .putShort((short) 0x0382)
                .putShort((short) (rsa.length + 1))
                .put((byte) 0)
                .put(rsa)
                .array();
    }

    private static Optional<JWK> ofInfo(byte[] encoded) throws GeneralSecurityException {
        X509EncodedKeySpec info = new X509EncodedKeySpec(encoded);
        try {
            return ofKey(KeyFactory.getInstance("EC").generatePublic(info));
        } catch (InvalidKeySpecException e) {
            return ofKey(KeyFactory.getInstance("RSA").generatePublic(info));
        }
    }

    private static Optional<JWK> ofKey(PublicKey key) {
        return switch (key) {
            case ECPublicKey ec -> Optional.of(new ECKey.Builder(Curve.forECParameterSpec(ec.getParams()), ec).build());
            case RSAPublicKey rsa -> Optional.of(new RSAKey.Builder(rsa).build());
            default -> Optional.empty();
        };
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
