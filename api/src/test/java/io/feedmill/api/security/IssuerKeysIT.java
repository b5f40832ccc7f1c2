package io.feedmill.api.security;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowable;

import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.JOSEObjectType;
import com.nimbusds.jose.JWSAlgorithm;
import com.nimbusds.jose.JWSHeader;
import com.nimbusds.jose.crypto.ECDSASigner;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.jwk.gen.OctetSequenceKeyGenerator;
import com.nimbusds.jwt.SignedJWT;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.api.TestTokens;
import io.feedmill.common.InvalidSettingsException;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.springframework.boot.test.system.CapturedOutput;
import org.springframework.boot.test.system.OutputCaptureExtension;
import org.springframework.core.NestedExceptionUtils;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;

/** Issuers that are right, wrong, down or slow. */
@Tag("full")
@ExtendWith(OutputCaptureExtension.class)
class IssuerKeysIT {
    private static final String METADATA = "/.well-known/openid-configuration";
    private static final ECKey KEY = named("2026");

    private final SettableClock clock = new SettableClock();
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private final Map<String, String> documents = new HashMap<>();
    private final CountDownLatch hangs = new CountDownLatch(1);
    private HttpServer issuer;
    private int status = 200;
    private int absent = 404;
    private String retryAfter = "";
    private volatile boolean hanging;

    @BeforeEach
    void start() throws IOException {
        clock.set(Instant.now());
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
        issuer.createContext("/", this::answer);
        issuer.start();
        documents.put(METADATA, metadata(url("")));
        documents.put("/keys", set(KEY));
    }

    @AfterEach
    void stop() {
        hangs.countDown();
        issuer.stop(0);
    }

    private String url(String path) {
        return "http://localhost:" + issuer.getAddress().getPort() + path;
    }

    private String metadata(String name) {
        return "{\"issuer\": \"%s\", \"jwks_uri\": \"%s\"}".formatted(name, url("/keys"));
    }

    private static ECKey named(String id) {
        return new ECKey.Builder(TestTokens.keys().toPublicJWK()).keyID(id).build();
    }

    private static String set(ECKey key) {
        return new JWKSet(key).toString();
    }

    private void answer(HttpExchange exchange) throws IOException {
        asked.add(exchange.getRequestURI().getPath());
        if (hanging) {
            try {
                hangs.await();
            } catch (InterruptedException e) {
                return;
            }
        }
        String document = documents.get(exchange.getRequestURI().getPath());
        byte[] body = Objects.requireNonNullElse(document, "").getBytes(UTF_8);
        if (!retryAfter.isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
        }
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(document == null ? absent : status, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private JwtDecoder decoder(String name) {
        return decoder(Map.of("feedmill.security.issuer-uri", name));
    }

    private JwtDecoder decoder(Map<String, String> properties) {
        return TokenVerification.decoder(
                BoundSettings.bind("feedmill.security", SecuritySettings.class, properties),
                TestScopes.none(),
                clock,
                () -> {});
    }

    private static String token(String name, String kid) {
        try {
            SignedJWT token = new SignedJWT(
                    new JWSHeader.Builder(JWSAlgorithm.ES256)
                            .type(JOSEObjectType.JWT)
                            .keyID(kid)
                            .build(),
                    TestTokens.claims("ann").issuer(name).build());
            token.sign(new ECDSASigner(TestTokens.keys()));
            return token.serialize();
        } catch (JOSEException e) {
            throw new AssertionError(e);
        }
    }

    /** Whatever comes, each URL of the issuer is asked once in ten seconds, and the reason is one line of the log. */
    private Throwable refused(JwtDecoder decoder, CapturedOutput output) {
        Throwable failure = null;
        for (int i = 0; i < 100; i++) {
            failure = catchThrowable(() -> decoder.decode(token(url(""), "2026")));
            assertThat(failure).isInstanceOf(JwtException.class).isNotInstanceOf(BadJwtException.class);
        }
        assertThat(asked).doesNotHaveDuplicates();
        assertThat(output.getAll().lines().filter(line -> line.contains("ERROR")))
                .hasSize(1);
        return Objects.requireNonNull(NestedExceptionUtils.getRootCause(failure));
    }

    private void discovers(String product, String path) throws IOException {
        try (var document = getClass().getResourceAsStream("/issuers/" + product + ".json")) {
            documents.put(
                    path.replaceFirst("/$", "") + METADATA,
                    new String(document.readAllBytes(), UTF_8).replace("ISSUER", url("")));
        }
    }

    @ParameterizedTest
    @CsvSource({
        "keycloak, /realms/feedmill, /protocol/openid-connect/certs",
        "auth0, /, .well-known/jwks.json",
    })
    void takesTokensOf(String product, String path, String keys) throws IOException {
        String name = url(path);
        discovers(product, path);
        documents.put(path + keys, set(KEY));
        assertThat(decoder(name).decode(token(name, "2026")).getSubject()).isEqualTo("ann");
    }

    @ParameterizedTest
    @CsvSource({
        "keycloak, /realms/feedmill/, /realms/feedmill",
        "auth0, '', /",
    })
    void aNameThatDiffersByASlashIsToldWithBothNames(String product, String set, String named, CapturedOutput output)
            throws IOException {
        discovers(product, set);
        assertThat(refused(decoder(url(set)), output))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll("'" + url(set) + "'", "'" + url(named) + "'", "feedmill.security.issuer-uri");
        assertThat(output).containsOnlyOnce("'" + url(named) + "'");
    }

    static List<String> noMetadata() {
        return List.of(
                "<!doctype html><title>Login</title>",
                "{}",
                "[]",
                "{\"swagger\": \"2.0\"}",
                "{\"issuer\": 7}",
                "",
                "\"issuer\"");
    }

    @ParameterizedTest
    @MethodSource("noMetadata")
    void discoveryThatIsNoneIsTold(String document, CapturedOutput output) {
        documents.put(METADATA, document);
        assertThat(refused(decoder(url("")), output))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining(url(METADATA));
    }

    @ParameterizedTest
    @ValueSource(ints = {301, 400, 401, 403, 404, 410})
    void anIssuerWithoutDiscoveryIsTold(int answer, CapturedOutput output) {
        documents.clear();
        absent = answer;
        assertThat(refused(decoder(url("")), output))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContainingAll(url(METADATA), Integer.toString(answer));
    }

    static List<String> noKeys() throws Exception {
        return List.of(
                "",
                "{}",
                "{\"keys\":[]}",
                "<html>",
                "[]",
                new JWKSet(new OctetSequenceKeyGenerator(256).generate()).toString(false));
    }

    @ParameterizedTest
    @MethodSource("noKeys")
    void noUsableKeysAreTold(String keys, CapturedOutput output) {
        documents.put("/keys", keys);
        assertThat(refused(decoder(url("")), output))
                .isInstanceOf(InvalidSettingsException.class)
                .hasMessageContaining(url("/keys"));
    }

    @ParameterizedTest
    @ValueSource(ints = {408, 429, 500, 503})
    void anIssuerThatIsDownIsToldAsThat(int answer, CapturedOutput output) {
        status = answer;
        assertThat(refused(decoder(url("")), output)).isNotInstanceOf(InvalidSettingsException.class);
    }

    private void isAskedAgainAfter(Duration pause) {
        JwtDecoder decoder = decoder(url(""));
        String token = token(url(""), "2026");
        assertThatThrownBy(() -> decoder.decode(token)).isInstanceOf(JwtException.class);
        int first = asked.size();
        clock.advance(pause.minusMillis(1));
        assertThatThrownBy(() -> decoder.decode(token)).isInstanceOf(JwtException.class);
        assertThat(asked).hasSize(first);
        clock.advance(Duration.ofMillis(1));
        status = 200;
        absent = 404;
        documents.put(METADATA, metadata(url("")));
        assertThat(decoder.decode(token).getSubject()).isEqualTo("ann");
    }

    @ParameterizedTest
    @CsvSource({
        "429, '', 10",
        "404, '', 10",
        "500, '', 10",
        "429, 30, 30",
        "503, 30, 30",
        "503, 0, 10",
        "429, 86400, 300",
        "429, 99999999999, 10",
        "429, soon, 10",
        "429, -5, 10"
    })
    void isNotAskedAgainForTenSecondsOrAsLongAsItSaysUpToFiveMinutes(int answer, String after, int seconds) {
        documents.remove(METADATA);
        absent = answer;
        retryAfter = after;
        isAskedAgainAfter(Duration.ofSeconds(seconds));
    }

    @Test
    void isNotAskedAgainBeforeTheDateThatItNames() {
        clock.set(Instant.now().truncatedTo(ChronoUnit.SECONDS));
        status = 429;
        retryAfter = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                clock.instant().plusSeconds(20).atZone(ZoneOffset.UTC));
        isAskedAgainAfter(Duration.ofSeconds(20));
    }

    @Test
    void metadataIsFoundAtTheThirdPlace() {
        documents.remove(METADATA);
        documents.put("/.well-known/oauth-authorization-server/realm", metadata(url("/realm")));
        assertThat(decoder(url("/realm")).decode(token(url("/realm"), "2026")).getSubject())
                .isEqualTo("ann");
        assertThat(asked)
                .containsExactly(
                        "/realm/.well-known/openid-configuration",
                        "/.well-known/openid-configuration/realm",
                        "/.well-known/oauth-authorization-server/realm",
                        "/keys");
    }

    @Test
    void aKeySetMayHaveAnotherHostThanItsIssuer() {
        JwtDecoder decoder = decoder(Map.of(
                "feedmill.security.issuer-uri", "https://public.test", "feedmill.security.jwk-set-uri", url("/keys")));
        assertThat(decoder.decode(token("https://public.test", "2026")).getSubject())
                .isEqualTo("ann");
        assertThat(asked).containsExactly("/keys");
        assertThatThrownBy(() -> decoder.decode(token(url(""), "2026"))).isInstanceOf(BadJwtException.class);
    }

    @Test
    void tokensOfUnknownKeysAskOnceInTenSeconds() {
        JwtDecoder decoder = decoder(url(""));
        decoder.decode(token(url(""), "2026"));
        for (int second = 0; second < 30; second++) {
            for (int i = 0; i < 10; i++) {
                String unknown = token(url(""), second + "-" + i);
                assertThatThrownBy(() -> decoder.decode(unknown)).isInstanceOf(BadJwtException.class);
            }
            clock.advance(Duration.ofSeconds(1));
        }
        assertThat(asked).containsExactly(METADATA, "/keys", "/keys", "/keys");
    }

    @Test
    void aNewKeyIsTakenAndAnOldOneGoes() {
        JwtDecoder decoder = decoder(url(""));
        decoder.decode(token(url(""), "2026"));
        documents.put("/keys", set(named("2027")));
        clock.advance(Duration.ofSeconds(10));
        assertThat(decoder.decode(token(url(""), "2027")).getSubject()).isEqualTo("ann");
        assertThatThrownBy(() -> decoder.decode(token(url(""), "2026"))).isInstanceOf(BadJwtException.class);
    }

    @Test
    void knownKeysStayWhileTheIssuerIsWrongOrDown(CapturedOutput output) {
        JwtDecoder decoder = decoder(url(""));
        String token = token(url(""), "2026");
        decoder.decode(token);
        for (int i = 0; i < 3; i++) {
            status = 500;
            clock.advance(Duration.ofMinutes(5));
            decoder.decode(token);
            status = 200;
            documents.put("/keys", "{}");
            clock.advance(Duration.ofMinutes(5));
            decoder.decode(token);
        }
        assertThat(output).contains("the old ones stay");
    }

    /** One call waits for it, the others go on. */
    @Test
    void anIssuerThatHangsKeepsNobodyWaitingWhoseKeyIsKnown() throws Exception {
        JwtDecoder decoder = decoder(url(""));
        String token = token(url(""), "2026");
        decoder.decode(token);
        hanging = true;
        clock.advance(Duration.ofMinutes(5));
        try (var calls = Executors.newVirtualThreadPerTaskExecutor()) {
            Future<?> waiting = calls.submit(() -> decoder.decode(token));
            Awaitility.await().atMost(Duration.ofSeconds(10)).until(() -> asked.size() == 3);
            decoder.decode(token);
            assertThat(waiting).isNotDone();
            waiting.get(30, TimeUnit.SECONDS);
        }
        assertThat(asked).hasSize(3);
    }

    @Test
    void anIssuerThatHangsFromTheStartKeepsACallWaitingForSeconds() throws Exception {
        hanging = true;
        JwtDecoder decoder = decoder(url(""));
        String token = token(url(""), "2026");
        Instant begun = Instant.now();
        try (var calls = Executors.newVirtualThreadPerTaskExecutor()) {
            List<Future<?>> all = new ArrayList<>();
            for (int i = 0; i < 50; i++) {
                all.add(calls.submit(() -> assertThatThrownBy(() -> decoder.decode(token))
                        .isInstanceOf(JwtException.class)
                        .isNotInstanceOf(BadJwtException.class)));
            }
            for (Future<?> call : all) {
                call.get(30, TimeUnit.SECONDS);
            }
        }
        assertThat(Duration.between(begun, Instant.now())).isLessThan(Duration.ofSeconds(20));
        assertThat(asked).containsExactly(METADATA);
    }
}
