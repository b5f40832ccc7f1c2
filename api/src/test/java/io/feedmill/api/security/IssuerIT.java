package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.nimbusds.jose.util.Base64URL;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;
import org.springframework.test.context.TestPropertySource;

/** An API that gets the keys from the issuer, which may be down. */
@Tag("full")
@ApiTest
@TestPropertySource(properties = "feedmill.security.public-key-location=")
record IssuerIT(Http http) {
    private static final HttpServer ISSUER = start();
    private static final AtomicBoolean UP = new AtomicBoolean();
    private static final AtomicInteger REQUESTS = new AtomicInteger();

    @DynamicPropertySource
    static void issuer(DynamicPropertyRegistry settings) {
        settings.add("feedmill.security.issuer-uri", IssuerIT::issuer);
    }

    private static String issuer() {
        return "http://localhost:" + ISSUER.getAddress().getPort();
    }

    private static HttpServer start() {
        try {
            HttpServer issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            issuer.createContext("/", IssuerIT::answer);
            issuer.start();
            return issuer;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void answer(HttpExchange exchange) throws IOException {
        REQUESTS.incrementAndGet();
        ECKey key =
                new ECKey.Builder(TestTokens.keys().toPublicJWK()).keyID("2026").build();
        String json = exchange.getRequestURI().getPath().equals("/keys")
                ? new JWKSet(key).toString()
                : "{\"issuer\": \"%1$s\", \"jwks_uri\": \"%1$s/keys\"}".formatted(issuer());
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(UP.get() ? 200 : 500, body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    @AfterAll
    static void stop() {
        ISSUER.stop(0);
    }

    @Test
    void waitsForTheKeysOfItsIssuerAndTakesItsTokensOnly() {
        Http ann = http.as(TestTokens.sign(
                TestTokens.claims("ann", Scope.FEED).issuer(issuer()).build()));
        Answer early = ann.get("/v1/feeds/home/ann");
        assertThat(early.status()).isEqualTo(503);
        assertThat(early.problem()).isEqualTo("issuer-unavailable");
        assertThat(early.header("Retry-After")).isEqualTo("10");
        // Counted after the answer.
        await().atMost(Duration.ofSeconds(10))
                .untilAsserted(
                        () -> assertThat(http.management("/actuator/prometheus").body())
                                .contains("feedmill_calls_refused_total{reason=\"issuer-unavailable\"} 1.0")
                                // The objectives of docs/slo.md count it.
                                .containsPattern(
                                        "http_server_requests_seconds_count\\{.*status=\"503\",uri=\"/v1/feeds/home/\\{user}\"} 1"));
        assertThat(requests(503)).isLessThan(4);
        UP.set(true);
        // It is not asked for ten seconds after a failure.
        await().atMost(Duration.ofSeconds(30))
                .until(() -> ann.get("/v1/feeds/home/ann").status() == 200);
        assertThat(http.user("ann", Scope.FEED).get("/v1/feeds/home/ann").problem())
                .isEqualTo("unauthenticated");
        assertThat(requests(401)).isLessThan(4);
    }

    /** Returns the number of requests to the issuer for 100 tokens of unknown keys. */
    private int requests(int status) {
        int before = REQUESTS.get();
        for (int i = 0; i < 100; i++) {
            String header = "{\"alg\":\"ES256\",\"kid\":\"" + i + "\"}";
            String token = Base64URL.encode(header) + ".e30." + Base64URL.encode(new byte[64]);
            assertThat(http.as(token).get("/v1/feeds/home/ann").status()).isEqualTo(status);
        }
        return REQUESTS.get() - before;
    }
}
