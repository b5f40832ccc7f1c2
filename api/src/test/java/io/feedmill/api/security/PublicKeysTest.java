package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWK;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.KeyUse;
import com.nimbusds.jose.jwk.OctetSequenceKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import io.feedmill.api.TestTokens;
import io.feedmill.common.InvalidSettingsException;
import io.feedmill.testkit.SettableClock;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.KeyPairGenerator;
import java.security.KeyStore;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.api.io.TempDir;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;

/** Keys that come and go while tokens are verified. */
@ExtendWith(OutputCaptureExtension.class)
class PublicKeysTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final ECKey OLD = named(TestTokens.generate(), "old");
    private static final ECKey NEW = named(TestTokens.generate(), "new");
    private static final RSAKey RSA = TestTokens.rsaKeys();

    @TempDir
    private Path folder;

    private final SettableClock clock = new SettableClock();
    private int unreadable;

    @BeforeEach
    void begin() {
        clock.set(Instant.now());
    }

    private static ECKey named(ECKey key, String id) {
        return new ECKey.Builder(key).keyID(id).build();
    }

    private JwtDecoder decoder(Object... locations) {
        List<String> all = Arrays.stream(locations).map(Object::toString).toList();
        SecuritySettings settings =
                new SecuritySettings(null, null, false, all, List.of("feedmill"), "aud", "sub", true, DAY, DAY);
        return TokenVerification.decoder(settings, TestScopes.none(), clock, () -> unreadable++);
    }

    private Path file(String name, String content) throws IOException {
        return Files.writeString(folder.resolve(name), content);
    }

    private static String pem(ECKey key) throws Exception {
        return TestTokens.pem(key.toECPublicKey());
    }

    private static String set(JWK... keys) {
        return new JWKSet(List.of(keys)).toString(false);
    }

    private static String signed(ECKey key, boolean names) throws Exception {
        JWSHeader.Builder header = new JWSHeader.Builder(JWSAlgorithm.ES256);
        SignedJWT token = new SignedJWT(
                (names ? header.keyID(key.getKeyID()) : header).build(),
                TestTokens.claims("ann").build());
        token.sign(new ECDSASigner(key));
        return token.serialize();
    }

    private static void assertTakes(JwtDecoder decoder, ECKey key) throws Exception {
        assertThat(decoder.decode(signed(key, true)).getSubject()).isEqualTo("ann");
        assertThat(decoder.decode(signed(key, false)).getSubject()).isEqualTo("ann");
    }

    private static void assertRefuses(JwtDecoder decoder, ECKey key) throws Exception {
        for (String token : List.of(signed(key, true), signed(key, false))) {
            assertThatThrownBy(() -> decoder.decode(token)).isInstanceOf(BadJwtException.class);
        }
    }

    @Test
    void aPemFileMayHoldSeveralKeys() throws Exception {
        JwtDecoder decoder = decoder(file("keys.pem", pem(OLD) + "\n" + pem(NEW)));
        assertTakes(decoder, OLD);
        assertTakes(decoder, NEW);
        assertRefuses(decoder, named(TestTokens.generate(), "old"));
    }

    @Test
    void severalFilesOfBothKindsMayHoldKeys() throws Exception {
        JwtDecoder decoder = decoder(file("old.pem", pem(OLD)), file("new.json", set(NEW.toPublicJWK())));
        assertTakes(decoder, OLD);
        assertTakes(decoder, NEW);
    }

    @Test
    void eachKeyTakesOnlyItsAlgorithm() throws Exception {
        JwtDecoder decoder = decoder(file("keys.json", set(NEW.toPublicJWK(), RSA.toPublicJWK())));
        assertTakes(decoder, NEW);
        decoder.decode(TestTokens.sign(TestTokens.claims("ann").build(), JWSAlgorithm.RS256, new RSASSASigner(RSA)));
        String other = TestTokens.sign(TestTokens.claims("ann").build(), JWSAlgorithm.RS512, new RSASSASigner(RSA));
        assertThatThrownBy(() -> decoder.decode(other)).isInstanceOf(BadJwtException.class);
    }

    @Test
    void aKeyOfAnotherIdIsNotTried() throws Exception {
        JwtDecoder decoder = decoder(file("keys.json", set(NEW.toPublicJWK())));
        String token = signed(named(NEW, "other"), true);
        assertThatThrownBy(() -> decoder.decode(token)).isInstanceOf(BadJwtException.class);
    }

    @Test
    void aNewKeyComesBeforeTheOldOneGoes() throws Exception {
        Path file = file("keys.json", set(OLD.toPublicJWK()));
        JwtDecoder decoder = decoder(file);
        assertRefuses(decoder, NEW);
        Files.writeString(file, set(OLD.toPublicJWK(), NEW.toPublicJWK()));
        clock.advance(PublicKeys.EVERY);
        assertTakes(decoder, OLD);
        assertTakes(decoder, NEW);
        Files.writeString(file, set(NEW.toPublicJWK()));
        clock.advance(PublicKeys.EVERY);
        assertRefuses(decoder, OLD);
        assertTakes(decoder, NEW);
        assertThat(unreadable).isZero();
    }

    @Test
    void aBadChangeLeavesTheOldKeysAndIsLoggedAndCounted(CapturedOutput output) throws Exception {
        Path file = file("keys.json", set(OLD.toPublicJWK()));
        JwtDecoder decoder = decoder(file);
        for (String bad : List.of("", "{}", set(NEW), set(OLD.toPublicJWK()).substring(9), "{\"keys\":[]}")) {
            Files.writeString(file, bad);
            clock.advance(PublicKeys.EVERY);
            assertTakes(decoder, OLD);
            assertRefuses(decoder, NEW);
        }
        Files.delete(file);
        clock.advance(PublicKeys.EVERY);
        assertTakes(decoder, OLD);
        assertThat(unreadable).isEqualTo(6);
        assertThat(output).containsOnlyOnce("Cannot read public keys, the old ones stay");
        Files.writeString(file, set(NEW.toPublicJWK()));
        clock.advance(PublicKeys.EVERY);
        assertTakes(decoder, NEW);
        assertThat(output).contains("Public keys read");
    }

    @Test
    void aFileWithoutAUsableKeyIsRefusedAtStart() throws Exception {
        ECKey other = new ECKeyGenerator(Curve.P_384).generate().toPublicJWK();
        ECKey forEncryption =
                new ECKey.Builder(NEW.toPublicJWK()).keyUse(KeyUse.ENCRYPTION).build();
        for (String content :
                List.of("{}", "{\"keys\":[]}", "{\"keys\":1}", set(other), set(forEncryption), "", "x", "{")) {
            Path file = file("keys.json", content);
            assertThatThrownBy(() -> decoder(file))
                    .as(content)
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageStartingWith("feedmill.security.public-key-location ");
        }
        assertTakes(decoder(file("keys.json", set(other, forEncryption, OLD.toPublicJWK()))), OLD);
    }

    @Test
    void privateKeysAreRefusedAtStart() throws Exception {
        OctetSequenceKey secret = new OctetSequenceKeyGenerator(256).generate();
        for (JWK key : List.of(NEW, RSA, secret)) {
            Path file = file("keys.json", "{\"keys\":[" + OLD.toPublicJWK() + "," + key.toJSONString() + "]}");
            assertThatThrownBy(() -> decoder(file))
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageContaining("private key");
        }
    }

    private static String block(String label, byte[] content) {
        return "-----BEGIN " + label + "-----\n" + Base64.getMimeEncoder().encodeToString(content) + "\n-----END "
                + label + "-----\n";
    }

    /** The forms in which issuers and openssl hand public keys out. */
    @Test
    void readsKeysInTheirWrappings() throws Exception {
        String token = TestTokens.sign(TestTokens.claims("ann").build(), JWSAlgorithm.RS256, new RSASSASigner(RSA));
        byte[] spki = RSA.toRSAPublicKey().getEncoded();
        byte[] pkcs1 = Arrays.copyOfRange(spki, 24, spki.length);
        for (String content : List.of(
                block("RSA PUBLIC KEY", pkcs1),
                "Bag Attributes\n    friendlyName: feedmill\n" + block("PUBLIC KEY", spki) + "# the end",
                "\uFEFF" + block("PUBLIC KEY", spki).replace("\n", "\r\n"))) {
            assertThat(decoder(file("key.pem", content)).decode(token).getSubject())
                    .as(content)
                    .isEqualTo("ann");
        }
        JwtDecoder both = decoder(file("key.pem", pem(OLD) + "then\n" + block("RSA PUBLIC KEY", pkcs1)));
        assertTakes(both, OLD);
        both.decode(token);
    }

    @Test
    void readsTheKeyOfACertificate() throws Exception {
        Path store = folder.resolve("keys.p12");
        Process keytool = new ProcessBuilder(
                        Path.of(System.getProperty("java.home"), "bin", "keytool")
                                .toString(),
                        "-genkeypair",
                        "-keyalg",
                        "EC",
                        "-groupname",
                        "secp256r1",
                        "-dname",
                        "CN=feedmill.test",
                        "-alias",
                        "key",
                        "-storepass",
                        "password",
                        "-keystore",
                        store.toString())
                .inheritIO()
                .start();
        assertThat(keytool.waitFor()).isZero();
        KeyStore keys = KeyStore.getInstance(store.toFile(), "password".toCharArray());
        ECKey key = new ECKey.Builder(
                        Curve.P_256, (ECPublicKey) keys.getCertificate("key").getPublicKey())
                .privateKey((ECPrivateKey) keys.getKey("key", "password".toCharArray()))
                .build();
        String content = "Certificate:\n    Data:\n"
                + block("CERTIFICATE", keys.getCertificate("key").getEncoded());
        assertTakes(decoder(file("certificate.pem", content)), key);
    }

    @Test
    void namesWhatItCannotRead() throws Exception {
        KeyPairGenerator weak = KeyPairGenerator.getInstance("RSA");
        weak.initialize(1_024);
        byte[] spki = weak.generateKeyPair().getPublic().getEncoded();
        for (String content : List.of(
                block("RSA PUBLIC KEY", Arrays.copyOfRange(spki, 22, spki.length)),
                block("CERTIFICATE", spki),
                block("PUBLIC KEY", new byte[9]),
                block("EC PARAMETERS", spki),
                block("CERTIFICATE REQUEST", spki),
                block("X509 CRL", spki))) {
            String label = content.substring(11, content.indexOf("-----\n"));
            assertThatThrownBy(() -> decoder(file("key.pem", content)))
                    .as(content)
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageContaining("'" + label + "'");
        }
        for (String label : List.of("PRIVATE KEY", "RSA PRIVATE KEY", "EC PRIVATE KEY", "ENCRYPTED PRIVATE KEY")) {
            assertThatThrownBy(() -> decoder(file("key.pem", pem(OLD) + block(label, spki))))
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageContaining("private key");
        }
        String cut = pem(OLD) + pem(NEW).substring(0, 60);
        assertThatThrownBy(() -> decoder(file("key.pem", cut))).isInstanceOf(InvalidSettingsException.class);
    }
}
