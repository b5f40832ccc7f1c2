package io.feedmill.cli.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.token.SigningKey.Claims;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.KeyFactory;
import java.security.interfaces.ECPublicKey;
import java.security.spec.X509EncodedKeySpec;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

class SigningKeyTest {
    private static final Claims ANN = new Claims("ann", Set.of("feed"), Duration.ofMinutes(5));

    @TempDir
    private Path folder = Path.of("");

    @Test
    void signsWhatThePublicHalfVerifies() throws Exception {
        SigningKey key = SigningKey.in(folder.resolve("keys"));
        Instant before = Instant.now();
        SignedJWT token = SignedJWT.parse(key.sign(ANN));
        assertThat(token.verify(new ECDSAVerifier(publicHalf(key)))).isTrue();
        assertThat(token.getHeader().getAlgorithm().getName()).isEqualTo("ES256");
        assertThat(token.getJWTClaimsSet().getSubject()).isEqualTo("ann");
        assertThat(token.getJWTClaimsSet().getAudience()).containsExactly("feedmill");
        assertThat(token.getJWTClaimsSet().getStringClaim("scope")).isEqualTo("feed");
        assertThat(token.getJWTClaimsSet().getExpirationTime().toInstant())
                .isBetween(before.plus(Duration.ofMinutes(5)).minusSeconds(1), before.plus(Duration.ofMinutes(6)));
        assertThat(token.getJWTClaimsSet().getJWTID())
                .isNotEqualTo(SignedJWT.parse(key.sign(ANN)).getJWTClaimsSet().getJWTID())
                .hasSize(36);
    }

    @Test
    void theOperatorsTokenIsSignedAnewLongBeforeItExpires() throws Exception {
        AtomicReference<Instant> now = new AtomicReference<>(Instant.now());
        Supplier<String> token = SigningKey.in(folder).operator(now::get);
        String first = token.get();
        Instant later = now.updateAndGet(time -> time.plus(Duration.ofMinutes(29)));
        assertThat(token.get()).isEqualTo(first);
        now.set(later.plus(Duration.ofMinutes(1)));
        assertThat(token.get()).isNotEqualTo(first);
        assertThat(SignedJWT.parse(first).getJWTClaimsSet().getExpirationTime().toInstant())
                .isAfter(later.plus(Duration.ofMinutes(30)));
    }

    @Test
    void onlyTheOwnerCanReadThePrivateHalf() throws IOException {
        SigningKey.in(folder.resolve("data/keys"));
        assertThat(permissions("data/keys")).isEqualTo("rwx------");
        assertThat(permissions("data/keys/signing-key.jwk")).isEqualTo("rw-------");
    }

    @Test
    void keepsThePairOfTheFolder() throws Exception {
        SigningKey first = SigningKey.in(folder);
        SignedJWT token = SignedJWT.parse(first.sign(ANN));
        Files.delete(first.publicHalf());
        SigningKey again = SigningKey.in(folder);
        assertThat(token.verify(new ECDSAVerifier(publicHalf(again)))).isTrue();
    }

    @Test
    void replacesNoPublicHalfThatAnApiMayHave() throws IOException {
        SigningKey first = SigningKey.in(folder);
        String pem = Files.readString(first.publicHalf());
        Files.delete(folder.resolve("signing-key.jwk"));
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> SigningKey.in(folder))
                .withMessageEndingWith("has the public half of a key pair only; name another folder.");
        assertThat(first.publicHalf()).hasContent(pem);
    }

    @ParameterizedTest
    @MethodSource("notPairs")
    void aFileThatIsNoPairIsOneSentence(String content) throws IOException {
        Files.writeString(folder.resolve("signing-key.jwk"), content);
        assertThatExceptionOfType(CommandException.class)
                .isThrownBy(() -> SigningKey.in(folder))
                .withMessageEndingWith(
                        "signing-key.jwk is not a key pair of P-256; delete the folder to get a new one.");
        assertThat(folder.resolve("public-key.pem")).doesNotExist();
    }

    static Stream<String> notPairs() throws JOSEException {
        return Stream.of(
                "{}",
                "",
                new ECKeyGenerator(Curve.P_384).generate().toJSONString(),
                new ECKeyGenerator(Curve.P_256).generate().toPublicJWK().toJSONString());
    }

    private String permissions(String path) throws IOException {
        return PosixFilePermissions.toString(Files.getPosixFilePermissions(folder.resolve(path)));
    }

    private static ECPublicKey publicHalf(SigningKey key) throws Exception {
        String pem = Files.readString(key.publicHalf()).replaceAll("-----.*-----|\\s", "");
        return (ECPublicKey) KeyFactory.getInstance("EC")
                .generatePublic(new X509EncodedKeySpec(Base64.getDecoder().decode(pem)));
    }
}
