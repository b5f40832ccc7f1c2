package io.feedmill.api.security;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jose.jwk.JWKSet;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.api.TestTokens;
import io.feedmill.testkit.BoundSettings;
import io.feedmill.testkit.SettableClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Clock;
import java.time.Duration;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.springframework.http.RequestEntity;
import org.springframework.security.oauth2.jwt.BadJwtException;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.web.client.ResourceAccessException;
import org.springframework.web.client.RestClientResponseException;

/** How often an issuer is asked that refuses. */
class IssuerClientIT {
    private final SettableClock clock = new SettableClock();
    private final IssuerClient client = new IssuerClient(clock);
    private final List<String> asked = new CopyOnWriteArrayList<>();
    private HttpServer issuer;
    private int status = 429;
    private String retryAfter = "";

    @BeforeEach
    void start() throws IOException {
        issuer = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        issuer.createContext("/", this::answer);
        issuer.start();
    }

    @AfterEach
    void stop() {
        issuer.stop(0);
    }

    private String url(String path) {
        return "http://localhost:" + issuer.getAddress().getPort() + path;
    }

    /** Its metadata is at the last place where Spring looks. */
    private void answer(HttpExchange exchange) throws IOException {
        String path = exchange.getRequestURI().getPath();
        asked.add(path);
        ECKey key =
                new ECKey.Builder(TestTokens.keys().toPublicJWK()).keyID("2026").build();
        String json = switch (path) {
            case "/.well-known/oauth-authorization-server/realm" ->
                "{\"issuer\": \"%s\", \"jwks_uri\": \"%s\"}".formatted(url("/realm"), url("/keys"));
            case "/keys" -> new JWKSet(key).toString();
            default -> "";
        };
        if (!retryAfter.isEmpty()) {
            exchange.getResponseHeaders().set("Retry-After", retryAfter);
        }
        byte[] body = json.getBytes(StandardCharsets.UTF_8);
        exchange.getResponseHeaders().set("Content-Type", "application/json");
        exchange.sendResponseHeaders(json.isEmpty() ? status : 200, body.length == 0 ? -1 : body.length);
        exchange.getResponseBody().write(body);
        exchange.close();
    }

    private void ask(Class<? extends Exception> failure) {
        RequestEntity<Void> request =
                RequestEntity.get(URI.create(url("/refused"))).build();
        assertThatExceptionOfType(failure).isThrownBy(() -> client.exchange(request, String.class));
    }

    private void isPausedFor(Duration pause) {
        ask(RestClientResponseException.class);
        clock.advance(pause.minusMillis(1));
        ask(ResourceAccessException.class);
        assertThat(asked).hasSize(1);
        clock.advance(Duration.ofMillis(1));
        ask(RestClientResponseException.class);
        assertThat(asked).hasSize(2);
    }

    @ParameterizedTest
    @CsvSource({
        "429, '', 1",
        "404, '', 1",
        "500, '', 1",
        "429, 30, 30",
        "503, 30, 30",
        "503, 0, 1",
        "429, 86400, 300",
        "429, 99999999999, 1",
        "429, soon, 1",
        "429, -5, 1"
    })
    void isNotAskedAgainForASecondOrAsLongAsItSaysUpToFiveMinutes(int answer, String after, int seconds) {
        status = answer;
        retryAfter = after;
        isPausedFor(Duration.ofSeconds(seconds));
    }

    @Test
    void isNotAskedAgainBeforeTheDateThatItNames() {
        retryAfter = DateTimeFormatter.RFC_1123_DATE_TIME.format(
                SettableClock.START.plusSeconds(20).atZone(ZoneOffset.UTC));
        isPausedFor(Duration.ofSeconds(20));
    }

    /** The first two places are 404, which pauses each of them only. */
    @Test
    void metadataIsFoundAtTheThirdPlace() {
        status = 404;
        SecuritySettings settings = BoundSettings.bind(
                "feedmill.security", SecuritySettings.class, Map.of("feedmill.security.issuer-uri", url("/realm")));
        JwtDecoder decoder = TokenVerification.decoder(settings, Clock.systemUTC(), () -> {});
        assertThatThrownBy(() -> decoder.decode(TestTokens.user("ann", Scope.FEED)))
                .isInstanceOf(BadJwtException.class)
                .hasMessageContaining("iss");
        assertThat(new ArrayList<>(asked))
                .containsExactly(
                        "/realm/.well-known/openid-configuration",
                        "/.well-known/openid-configuration/realm",
                        "/.well-known/oauth-authorization-server/realm",
                        "/keys");
    }
}
