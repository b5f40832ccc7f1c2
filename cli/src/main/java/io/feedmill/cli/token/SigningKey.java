package io.feedmill.cli.token;

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
import io.feedmill.cli.command.CommandException;
import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileAttribute;
import java.nio.file.attribute.PosixFilePermissions;
import java.text.ParseException;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.Date;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.UUID;
import java.util.function.Supplier;

/** The key pair of a stack, in a folder: it signs tokens with ES256, and the stack's API has the public half. Thread-safe. */
public final class SigningKey {
    private static final String PRIVATE = "signing-key.jwk";
    private static final String PUBLIC = "public-key.pem";
    private static final String AUDIENCE = "feedmill";
    private static final Duration OPERATOR_LIFE = Duration.ofHours(1);

    private final Path folder;
    private final ECKey pair;

    private SigningKey(Path folder, ECKey pair) {
        this.folder = folder;
        this.pair = pair;
    }

    /** Reads the pair of the folder, or makes one. Throws a {@link CommandException} if it cannot. */
    public static SigningKey in(Path folder) {
        try {
            if (!isIn(folder)) {
                create(folder);
            }
            SigningKey key = new SigningKey(folder, parse(Files.readString(folder.resolve(PRIVATE))));
            key.writePublicHalf();
            return key;
        } catch (IOException e) {
            throw new CommandException("The key pair in %s cannot be read or made: %s.".formatted(folder, e));
        } catch (ParseException | JOSEException e) {
            throw new CommandException("%s is not a key pair of P-256; delete the folder to get a new one."
                    .formatted(folder.resolve(PRIVATE)));
        }
    }

    public static boolean isIn(Path folder) {
        return Files.exists(folder.resolve(PRIVATE));
    }

    private static ECKey parse(String file) throws ParseException {
        ECKey pair = ECKey.parse(file);
        if (!Curve.P_256.equals(pair.getCurve()) || !pair.isPrivate()) {
            throw new ParseException("Another curve, or only the public half", 0);
        }
        return pair;
    }

    private static void create(Path folder) throws IOException, JOSEException {
        if (Files.exists(folder.resolve(PUBLIC))) {
            throw new CommandException(
                    "%s has the public half of a key pair only; name another folder.".formatted(folder));
        }
        if (!Files.isDirectory(folder)) {
            Files.createDirectories(folder.toAbsolutePath().getParent());
            Files.createDirectories(folder, permissions("rwx------"));
        }
        String pair = new ECKeyGenerator(Curve.P_256).generate().toJSONString();
        try {
            Files.writeString(Files.createFile(folder.resolve(PRIVATE), permissions("rw-------")), pair);
        } catch (FileAlreadyExistsException e) {
            // Another process has made it.
        }
    }

    private static FileAttribute<?> permissions(String permissions) {
        return PosixFilePermissions.asFileAttribute(PosixFilePermissions.fromString(permissions));
    }

    private void writePublicHalf() throws IOException, JOSEException {
        String key = Base64.getMimeEncoder(64, "\n".getBytes(US_ASCII))
                .encodeToString(pair.toECPublicKey().getEncoded());
        String pem = "-----BEGIN PUBLIC KEY-----\n" + key + "\n-----END PUBLIC KEY-----\n";
        if (!Files.exists(publicHalf()) || !Files.readString(publicHalf()).equals(pem)) {
            Files.writeString(publicHalf(), pem);
        }
    }

    /** Returns the folder of the pair, or the link to it. */
    public Path folder() {
        return folder;
    }

    public Path publicHalf() {
        return folder.resolve(PUBLIC);
    }

    public String sign(Claims claims) {
        Instant now = Instant.now();
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(JOSEObjectType.JWT)
                        .build(),
                new JWTClaimsSet.Builder()
                        .jwtID(UUID.randomUUID().toString())
                        .subject(claims.subject())
                        .audience(List.of(AUDIENCE))
                        .claim("azp", Claims.CLIENT)
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

    /** Returns the token of a service that may do all, signed anew when half of its life is over. Thread-safe. */
    public Supplier<String> operator(InstantSource clock) {
        return new Supplier<>() {
            private String token = "";
            private Instant renewAt = Instant.MIN;

            @Override
            public synchronized String get() {
                Instant now = clock.instant();
                if (!now.isBefore(renewAt)) {
                    token = sign(new Claims("operator", Set.copyOf(Claims.SCOPES), OPERATOR_LIFE));
                    renewAt = now.plus(OPERATOR_LIFE.dividedBy(2));
                }
                return token;
            }
        };
    }

    /** What a token says: the id of a user or the name of a service, what it permits, and the time until it expires. */
    public record Claims(String subject, Set<String> scopes, Duration life) {
        /** All scopes, as {@code docs/security.md} lists them. */
        public static final List<String> SCOPES = List.of(
                "feed", "post", "follow", "react", "room", "device", "notify", "import", "reports", "admin", "act-as");

        /** The scopes of an application's users. */
        public static final Set<String> OF_USERS = Set.of("feed", "post", "follow", "react");

        /** The client that the tokens name: {@code feedmill.security.services} has it, so that scopes of services count. */
        public static final String CLIENT = "feedmill-token";

        private static final String ACT_AS = "act-as";

        /** Returns the same for a service, which may name any user. */
        public Claims forService() {
            Set<String> all = new TreeSet<>(scopes);
            all.add(ACT_AS);
            return new Claims(subject, all, life);
        }
    }
}
