package io.feedmill.api;

import static java.nio.charset.StandardCharsets.US_ASCII;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.JWSSigner;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.Curve;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jose.jwk.gen.ECKeyGenerator;
import com.nimbusds.jose.jwk.gen.RSAKeyGenerator;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.feedmill.api.security.Scope;
import java.security.Key;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.Date;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.springframework.context.ApplicationContextInitializer;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.core.env.MapPropertySource;

/** Signs tokens as the issuer of the tests, with a key pair of this run. The APIs of all tests take them, see {@code META-INF/spring.factories}. */
public final class TestTokens {
    public static final String ISSUER = "https://issuer.test";
    public static final String AUDIENCE = "feedmill";
    /** The public URL of the API. */
    public static final String RESOURCE = "https://feedmill.test/app";

    /** The client that the tokens name, whose scopes of services count. */
    public static final String CLIENT = "client-of-tests";

    private static final ECKey KEYS = generate();
    private static final String SERVICE = service(Scope.values());

    private TestTokens() {}

    private static final class Rsa {
        private static final RSAKey KEYS = generate();

        private static RSAKey generate() {
            try {
                return new RSAKeyGenerator(2_048).generate();
            } catch (JOSEException e) {
                throw new AssertionError(e);
            }
        }
    }

    /** One pair for all tests: making one takes seconds. */
    public static RSAKey rsaKeys() {
        return Rsa.KEYS;
    }

    /** Sets whose tokens an API takes, unless a test sets it. */
    static final class Issuer implements ApplicationContextInitializer<ConfigurableApplicationContext> {
        @Override
        public void initialize(ConfigurableApplicationContext context) {
            context.getEnvironment()
                    .getPropertySources()
                    .addLast(new MapPropertySource(
                            "tokens of the tests",
                            Map.of(
                                    "feedmill.security.issuer-uri",
                                    ISSUER,
                                    "feedmill.security.public-key-location",
                                    location(KEYS),
                                    "feedmill.security.services",
                                    CLIENT,
                                    "feedmill.security.resource",
                                    RESOURCE,
                                    // Only the test of the document asks springdoc.
                                    "springdoc.api-docs.enabled",
                                    false,
                                    // Tests share addresses.
                                    "feedmill.audit.refusals-per-minute",
                                    10_000)));
        }
    }

    public static ECKey generate() {
        try {
            return new ECKeyGenerator(Curve.P_256).generate();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** Returns the keys that sign the tokens. */
    public static ECKey keys() {
        return KEYS;
    }

    /** Returns the location of the public key. */
    public static String location(ECKey key) {
        try {
            return location(key.toECPublicKey());
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    public static String location(Key key) {
        return "base64:" + Base64.getEncoder().encodeToString(pem(key).getBytes(US_ASCII));
    }

    public static String pem(Key key) {
        return "-----BEGIN PUBLIC KEY-----\n" + Base64.getMimeEncoder().encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** Returns a service's token with all scopes. */
    public static String service() {
        return SERVICE;
    }

    /** Returns a service's token with {@code act-as} and these scopes. */
    public static String service(Scope... scopes) {
        return user(
                "backend",
                Stream.concat(Stream.of(Scope.ACT_AS), Arrays.stream(scopes)).toArray(Scope[]::new));
    }

    public static String user(String user, Scope... scopes) {
        return sign(claims(user, scopes).build());
    }

    /** Returns the claims of a token that is valid for an hour. */
    public static JWTClaimsSet.Builder claims(String user, Scope... scopes) {
        Instant now = Instant.now();
        return new JWTClaimsSet.Builder()
                .issuer(ISSUER)
                .audience(AUDIENCE)
                .subject(user)
                .claim("azp", CLIENT)
                .claim("scope", Arrays.stream(scopes).map(Scope::value).collect(Collectors.joining(" ")))
                .issueTime(Date.from(now))
                .expirationTime(Date.from(now.plus(Duration.ofHours(1))));
    }

    public static String sign(JWTClaimsSet claims) {
        try {
            return sign(claims, JWSAlgorithm.ES256, new ECDSASigner(KEYS));
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    public static String sign(JWTClaimsSet claims, JWSAlgorithm algorithm, JWSSigner signer) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(algorithm).type(JOSEObjectType.JWT).build(), claims);
            token.sign(signer);
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }
}
