package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.api.FakeApi;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.ActiveProfiles;
import org.springframework.test.context.DynamicPropertyRegistry;
import org.springframework.test.context.DynamicPropertySource;

/** An API that gets the keys from the issuer, which may be down. */
@ActiveProfiles("local")
@Import(Http.class)
@SpringBootTest(
        classes = FakeApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = "feedmill.security.public-key-location=")
class IssuerIT {
    private static final InetSocketAddress ADDRESS = freeAddress();
    private static final String ISSUER = "http://localhost:" + ADDRESS.getPort();

    private final Http http;
    private @Nullable HttpServer server;

    @Autowired
    IssuerIT(Http http) {
        this.http = http;
    }

    @DynamicPropertySource
    static void issuer(DynamicPropertyRegistry settings) {
        settings.add("feedmill.security.issuer-uri", () -> ISSUER);
    }

    private static InetSocketAddress freeAddress() {
        try {
            HttpServer free = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
            InetSocketAddress address = free.getAddress();
            free.stop(0);
            return address;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private void startIssuer() throws IOException {
        HttpServer issuer = HttpServer.create(ADDRESS, 0);
        answer(issuer, "/.well-known/openid-configuration", """
                {"issuer": "%1$s", "jwks_uri": "%1$s/keys"}""".formatted(ISSUER));
        ECKey key = new ECKey.Builder(TestTokens.keys().toPublicJWK()).keyID("2026").build();
        answer(issuer, "/keys", new JWKSet(key).toString());
        issuer.start();
        server = issuer;
    }

    private static void answer(HttpServer issuer, String path, String json) {
        issuer.createContext(path, exchange -> {
            byte[] body = json.getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/json");
            exchange.sendResponseHeaders(200, body.length);
            exchange.getResponseBody().write(body);
            exchange.close();
        });
    }

    @AfterEach
    void stopIssuer() {
        if (server != null) {
            server.stop(0);
        }
    }

    @Test
    void waitsForTheKeysOfItsIssuerAndTakesItsTokensOnly() throws IOException {
        Http ann = http.as(TestTokens.sign(
                TestTokens.claims("ann", Scope.FEED).issuer(ISSUER).build()));
        Answer early = ann.get("/v1/feeds/home/ann");
        assertThat(early.status()).isEqualTo(503);
        assertThat(early.problem()).isEqualTo("issuer-unavailable");
        assertThat(early.header("Retry-After")).isEqualTo("1");
        startIssuer();
        assertThat(ann.get("/v1/feeds/home/ann").status()).isEqualTo(200);
        assertThat(http.as(TestTokens.user("ann", Scope.FEED))
                        .get("/v1/feeds/home/ann")
                        .problem())
                .isEqualTo("unauthenticated");
    }
}
