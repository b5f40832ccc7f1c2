package io.feedmill.stack.token;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.feedmill.stack.console.StepFailure;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Instant;
import java.util.Base64;
import java.util.Date;
import java.util.List;

/** The key pair of a stack, in a folder: it signs tokens with ES256, and the stack's API has the public half. Thread-safe. */
public final class SigningKey {
    private static final String PRIVATE = "signing-key.jwk";
    private static final String PUBLIC = "public-key.pem";
    private static final String AUDIENCE = "feedmill";

    private final Path folder;
    private final ECKey pair;

    private SigningKey(Path folder, ECKey pair) {
        this.folder = folder;
        this.pair = pair;
    }

    /** Returns whether the folder has a pair. */
    public static boolean isIn(Path folder) {
        return Files.isRegularFile(folder.resolve(PRIVATE));
    }

    /** Reads the pair of the folder, or makes one. Throws a {@link StepFailure} if it cannot. */
    public static SigningKey in(Path folder) {
        try {
            if (!isIn(folder)) {
                create(folder);
            }
            SigningKey key = new SigningKey(folder, ECKey.parse(Files.readString(folder.resolve(PRIVATE))));
            key.writePublicHalf();
            return key;
        } catch (IOException e) {
            throw new StepFailure("The key pair in %s cannot be read or made: %s.".formatted(folder, e));
        } catch (ParseException | JOSEException e) {
            throw new StepFailure(
                    "%s is not a key pair of P-256; delete it to get a new one.".formatted(folder.resolve(PRIVATE)));
        }
    }

    /** Moves a complete file into place: nobody reads a part of it. */
    private static void create(Path folder) throws IOException, JOSEException {
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectory(
                    folder, PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString("rwx------")));
        }
        ECKey pair = new ECKeyGenerator(Curve.P_256).generate();
        // Only its owner can read a temporary file.
        Path file = Files.createTempFile(folder, PRIVATE, null);
        Files.writeString(file, pair.toJSONString());
        Files.move(file, folder.resolve(PRIVATE), StandardCopyOption.ATOMIC_MOVE);
    }

    private void writePublicHalf() throws IOException, JOSEException {
        String key = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII))
                .encodeToString(pair.toECPublicKey().getEncoded());
        String pem = "-----BEGIN PUBLIC KEY-----\n" + key + "\n-----END PUBLIC KEY-----\n";
        if (!Files.exists(publicHalf()) || !Files.readString(publicHalf()).equals(pem)) {
            Files.writeString(publicHalf(), pem);
        }
    }

    /** Returns the PEM file with the public half. */
    public Path publicHalf() {
        return folder.resolve(PUBLIC);
    }

    /** Returns a signed token. */
    public String sign(Claims claims) {
        Instant now = Instant.now();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(JOSEObjectType.JWT)
                        .build(),
                new JWTClaimsSet.Builder()
                        .subject(claims.subject())
                        .audience(List.of(AUDIENCE))
                        .claim("scope", String.join(" ", claims.scopes()))
                        .issueTime(Date.from(now))
                        .expirationTime(Date.from(now.plus(claims.life())))
                        .build());
        try {
            token.sign(new ECDSASigner(pair));
        } catch (JOSEException e) {
            throw new IllegalStateException(e);
        }
        return token.serialize();
    }
}
