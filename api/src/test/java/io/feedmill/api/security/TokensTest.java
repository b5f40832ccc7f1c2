package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.crypto.MACSigner;
import com.nimbusds.jose.crypto.RSASSASigner;
import com.nimbusds.jose.jwk.RSAKey;
import com.nimbusds.jwt.JWTClaimsSet;
import com.nimbusds.jwt.SignedJWT;
import io.feedmill.api.TestTokens;
import io.feedmill.common.InvalidSettingsException;
import java.nio.charset.StandardCharsets;
import java.security.KeyPairGenerator;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Date;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

class TokensTest {
    private static final Duration DAY = Duration.ofDays(1);
    private static final String LOCATION = TestTokens.location(TestTokens.keys());

    private static JwtDecoder decoder(@Nullable String issuer, @Nullable String location, String claim) {
        List<String> locations = location == null ? List.of() : List.of(location);
        SecuritySettings settings = new SecuritySettings(
                issuer, null, false, locations, List.of("feedmill"), "aud", claim, true, DAY, DAY.multipliedBy(2));
        return TokenVerification.decoder(
                settings,
                TestScopes.of(Map.of("feedmill.security.services", TestTokens.CLIENT)),
                Clock.systemUTC(),
                () -> {});
    }

    private static JwtDecoder decoder() {
        return decoder(null, LOCATION, "sub");
    }

    private static JWTClaimsSet ann() {
        return TestTokens.claims("ann", Scope.FEED).build();
    }

    @Test
    void takesATokenOfItsKey() {
        assertThat(decoder().decode(TestTokens.sign(ann())).getSubject()).isEqualTo("ann");
    }

    @Test
    void withoutAnIssuerAnyIssuerWithTheKeyIsTrusted() {
        JWTClaimsSet claims = TestTokens.claims("ann").issuer(null).build();
        assertThat(decoder().decode(TestTokens.sign(claims)).getSubject()).isEqualTo("ann");
        JwtDecoder ofIssuer = decoder(TestTokens.ISSUER, LOCATION, "sub");
        assertThatThrownBy(() -> ofIssuer.decode(TestTokens.sign(claims))).isInstanceOf(BadJwtException.class);
    }

    @Test
    void anRsaKeyTakesOnlyRs256() throws Exception {
        RSAKey keys = TestTokens.rsaKeys();
        JwtDecoder decoder = decoder(null, TestTokens.location(keys.toRSAPublicKey()), "sub");
        String token = TestTokens.sign(ann(), JWSAlgorithm.RS256, new RSASSASigner(keys));
        assertThat(decoder.decode(token).getSubject()).isEqualTo("ann");
        byte[] pem = TestTokens.pem(keys.toRSAPublicKey()).getBytes(StandardCharsets.US_ASCII);
        for (String refused : new String[] {
            TestTokens.sign(ann(), JWSAlgorithm.RS512, new RSASSASigner(keys)),
            TestTokens.sign(ann(), JWSAlgorithm.HS256, new MACSigner(pem)),
            TestTokens.sign(
                    ann(),
                    JWSAlgorithm.HS256,
                    new MACSigner(keys.toRSAPublicKey().getEncoded())),
            TestTokens.sign(ann())
        }) {
            assertThatThrownBy(() -> decoder.decode(refused)).isInstanceOf(BadJwtException.class);
        }
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"JWT", "jwt", "at+jwt", "AT+JWT", "application/jwt", "application/at+jwt", "Application/at+JWT"})
    void takesAccessTokensOfBothTypes(String type) throws Exception {
        assertThat(decoder().decode(typed(type)).getSubject()).isEqualTo("ann");
    }

    @ParameterizedTest
    @ValueSource(strings = {"logout+jwt", "application/logout+jwt", "text/jwt", "application/", "JWT2"})
    void takesNoOtherType(String type) throws Exception {
        String token = typed(type);
        assertThatThrownBy(() -> decoder().decode(token)).isInstanceOf(JwtException.class);
    }

    /** The header also has the id of a key, as those of most issuers. */
    private static String typed(String type) throws Exception {
        SignedJWT token = new SignedJWT(
                new JWSHeader.Builder(JWSAlgorithm.ES256)
                        .type(new JOSEObjectType(type))
                        .keyID("2026")
                        .build(),
                ann());
        token.sign(new ECDSASigner(TestTokens.keys()));
        return token.serialize();
    }

    @ParameterizedTest
    @ValueSource(strings = {"auth0|5f7c8ec7c33c6c004bbafe82", "a b", "", ".."})
    void aUsersTokenNamesAUser(String user) {
        String token = TestTokens.sign(TestTokens.claims(user, Scope.FEED).build());
        assertThatThrownBy(() -> decoder().decode(token)).hasMessageContaining("'sub' is not a user id");
    }

    @Test
    void aServicesTokenHasAnyName() {
        assertThat(decoder()
                        .decode(TestTokens.sign(TestTokens.claims("https://app.test/backend", Scope.ACT_AS)
                                .build()))
                        .getSubject())
                .isEqualTo("https://app.test/backend");
        String ofAnotherClient = TestTokens.sign(TestTokens.claims("https://app.test/backend", Scope.ACT_AS)
                .claim("azp", "app")
                .build());
        assertThatThrownBy(() -> decoder().decode(ofAnotherClient)).hasMessageContaining("'sub' is not a user id");
        String unnamed = TestTokens.sign(TestTokens.claims(" ", Scope.ACT_AS).build());
        assertThatThrownBy(() -> decoder().decode(unnamed)).isInstanceOf(BadJwtException.class);
    }

    private static String issued(Instant issued, Duration life, Scope... scopes) {
        return TestTokens.sign(TestTokens.claims("ann", scopes)
                .issueTime(Date.from(issued))
                .expirationTime(Date.from(issued.plus(life)))
                .build());
    }

    @Test
    void usersAndServicesHaveAMaximalLifeEach() {
        Instant now = Instant.now();
        decoder().decode(issued(now, DAY, Scope.FEED));
        decoder().decode(issued(now, DAY.multipliedBy(2), Scope.ACT_AS));
        String longer = issued(now, DAY.plusSeconds(1), Scope.FEED);
        assertThatThrownBy(() -> decoder().decode(longer)).hasMessageContaining("more than 1440 minutes");
        String longest = issued(now, DAY.multipliedBy(2).plusSeconds(1), Scope.ACT_AS);
        assertThatThrownBy(() -> decoder().decode(longest)).hasMessageContaining("more than 2880 minutes");
    }

    /** Else a token could live on by naming a later time of issue. */
    @Test
    void aTokenWasIssuedBeforeNow() {
        Instant now = Instant.now();
        decoder().decode(issued(now.plusSeconds(30), DAY));
        for (String refused : List.of(
                issued(now.plusSeconds(90), DAY),
                TestTokens.sign(TestTokens.claims("ann")
                        .issueTime(null)
                        .expirationTime(Date.from(now.plusSeconds(30)))
                        .build()),
                TestTokens.sign(TestTokens.claims("ann").claim("iat", "today").build()))) {
            assertThatThrownBy(() -> decoder().decode(refused)).isInstanceOf(BadJwtException.class);
        }
    }

    @Test
    void anotherClaimMayHoldTheUser() {
        JwtDecoder decoder = decoder(null, LOCATION, "nickname");
        assertThat(decoder.decode(TestTokens.sign(TestTokens.claims("auth0|5f7")
                                .claim("nickname", "ann")
                                .build()))
                        .getClaimAsString("nickname"))
                .isEqualTo("ann");
        assertThatThrownBy(() -> decoder.decode(TestTokens.sign(ann()))).hasMessageContaining("'nickname'");
    }

    /** As tokens of the client credentials grant are. */
    @Test
    void aServicesTokenThatNamesNoUserHasTheNameOfItsClient() {
        JwtDecoder decoder = decoder(null, LOCATION, "uid");
        String service = TestTokens.sign(TestTokens.claims("0oa1", Scope.ACT_AS).build());
        assertThat(decoder.decode(service).getClaimAsString("uid")).isEqualTo(TestTokens.CLIENT);
        String ofAnotherClient = TestTokens.sign(
                TestTokens.claims("0oa1", Scope.ACT_AS).claim("azp", "app").build());
        assertThatThrownBy(() -> decoder.decode(ofAnotherClient)).hasMessageContaining("'uid'");
    }

    /** As access tokens of Cognito are. */
    @Test
    void takesTokensWithoutAudienceAndWithPrefixedScopes() {
        SecuritySettings settings = new SecuritySettings(
                null, null, false, List.of(LOCATION), List.of("web", "backend"), "client_id", "sub", true, DAY, DAY);
        TokenScopes scopes = TestScopes.of(
                Map.of("feedmill.security.scope-prefix", "feedmill/", "feedmill.security.services", "backend"));
        JwtDecoder decoder = TokenVerification.decoder(settings, scopes, Clock.systemUTC(), () -> {});
        assertThat(scopes.of(decoder.decode(ofClient("backend")).getClaims()))
                .containsExactlyInAnyOrder(Scope.FEED, Scope.ACT_AS);
        assertThat(scopes.of(decoder.decode(ofClient("web")).getClaims())).containsExactly(Scope.FEED);
        assertThatThrownBy(() -> decoder.decode(ofClient("other"))).isInstanceOf(BadJwtException.class);
    }

    private static String ofClient(String client) {
        return TestTokens.sign(TestTokens.claims("ann")
                .audience((String) null)
                .claim("azp", null)
                .claim("client_id", client)
                .claim("scope", "feedmill/feed feedmill/act-as post admin")
                .build());
    }

    @Test
    void anIssuerThatDoesNotAnswerIsNotTheCallersFault() {
        JwtDecoder decoder = decoder("http://127.0.0.1:1", null, "sub");
        assertThatThrownBy(() -> decoder.decode(TestTokens.sign(ann())))
                .isInstanceOf(JwtException.class)
                .isNotInstanceOf(BadJwtException.class);
    }

    @Test
    void refusesWeakOrUnreadableKeys() throws Exception {
        KeyPairGenerator rsa = KeyPairGenerator.getInstance("RSA");
        rsa.initialize(1_024);
        KeyPairGenerator ec = KeyPairGenerator.getInstance("EC");
        ec.initialize(384);
        String privateKey = TestTokens.location(TestTokens.keys().toECPrivateKey());
        for (String location : new String[] {
            TestTokens.location(rsa.generateKeyPair().getPublic()),
            TestTokens.location(ec.generateKeyPair().getPublic()),
            privateKey,
            "base64:AAAA",
            "/nowhere/key.pem"
        }) {
            assertThatThrownBy(() -> decoder(null, location, "sub"))
                    .isInstanceOf(InvalidSettingsException.class)
                    .hasMessageStartingWith("feedmill.security.public-key-location ")
                    .hasMessageNotContaining(location);
        }
    }
}
