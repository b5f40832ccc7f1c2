package io.feedmill.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.TestTokens;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.api.security.Scope;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.SocketException;
import java.net.SocketTimeoutException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.TestConfiguration;
import org.springframework.boot.tomcat.servlet.TomcatServletWebServerFactory;
import org.springframework.boot.web.server.WebServerFactoryCustomizer;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Import;
import org.springframework.test.context.TestPropertySource;

/** A caller that sends its bodies slowly, or reads its answers slowly, has few of them in progress, and each for a limited time. */
@Import(SlowCallersIT.SmallSocketBuffers.class)
@ApiTest
@TestPropertySource(
        properties = {
            "feedmill.http.answer-timeout=4s",
            "feedmill.http.body-timeout=20s",
            "server.tomcat.connection-timeout=20s"
        })
@Tag("full")
class SlowCallersIT {
    private static final int AT_ONCE = 16;
    private static final int PAGE = 300_000;
    private static final Duration LIMIT = Duration.ofSeconds(15);

    private final Http http;
    private final List<Socket> sockets = new ArrayList<>();

    /** A page does not fit into them. */
    @TestConfiguration
    static class SmallSocketBuffers {
        @Bean
        WebServerFactoryCustomizer<TomcatServletWebServerFactory> smallSocketBuffers() {
            return factory ->
                    factory.addConnectorCustomizers(connector -> connector.setProperty("socket.txBufSize", "8192"));
        }
    }

    SlowCallersIT(Http http) {
        this.http = http;
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    private static String token(String user) {
        return TestTokens.user(user, Scope.FEED, Scope.POST);
    }

    private Socket send(String user, String head, String body) throws IOException {
        Socket socket = http.as(token(user)).open(head + " HTTP/1.1\r\nHost: x\r\n" + body);
        sockets.add(socket);
        return socket;
    }

    private Socket stalledBody(String user) throws IOException {
        return send(user, "POST /v1/posts", "Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{");
    }

    /** Reads nothing of a page that is larger than all buffers on its way. */
    private Socket stalledReader(String user, String author) throws IOException {
        return send(user, "GET /v1/feeds/user/" + author + "?limit=100", "\r\n");
    }

    private void publishALongPage(String author) {
        for (int i = 0; i < PAGE / 10_000; i++) {
            http.publish(author, "x".repeat(10_000));
        }
    }

    private Answer get(String user) {
        return http.as(token(user)).get("/v1/feeds/home/" + user);
    }

    private void isRefused(String user) {
        await().atMost(LIMIT).untilAsserted(() -> {
            Answer refused = get(user);
            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.problem()).isEqualTo("too-many-in-progress");
            assertThat(refused.header("Retry-After")).isEqualTo("1");
        });
        await().atMost(LIMIT).until(() -> http.refused("too-many-in-progress") > 0); // counted after the answer
    }

    private void isServed(String user) {
        await().atMost(LIMIT).until(() -> get(user).status() == 200);
    }

    /** Each byte comes in time, but what is left of a refused body is read only for the time of an answer. */
    @Test
    void aRefusedBodyThatDoesNotEndLosesItsConnection() throws IOException {
        Socket slow = send("n.ann", "POST /v1/nothing", "Content-Type: text/plain\r\nContent-Length: 30000000\r\n\r\n");
        assertThat(new String(slow.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                .isEqualTo("HTTP/1.1 404");
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> isClosed(slow));
    }

    private static boolean isClosed(Socket socket) throws IOException {
        try {
            socket.getOutputStream().write(' ');
            return false;
        } catch (SocketException e) {
            return true;
        }
    }

    @Test
    void theSeventeenthRequestWaitsForNoBody() throws IOException {
        for (int i = 1; i < AT_ONCE; i++) {
            stalledBody("b.ann");
        }
        isServed("b.ann");
        Socket last = stalledBody("b.ann");
        isRefused("b.ann");
        assertThat(get("b.bob").status()).isEqualTo(200);
        last.close();
        isServed("b.ann");
    }

    /** Another caller publishes: a request counts for a moment after its answer. */
    @Test
    void theSeventeenthRequestWaitsForNoReader() throws IOException {
        publishALongPage("r.cid");
        for (int i = 0; i < AT_ONCE; i++) {
            stalledReader("r.ann", "r.cid");
        }
        isRefused("r.ann");
        assertThat(get("r.bob").status()).isEqualTo(200);
        isServed("r.ann");
    }

    @Test
    void requestsThatEndHoldNoPermit() {
        for (int i = 0; i <= 2 * AT_ONCE; i++) {
            Http ann = http.as(token("e.ann"));
            assertThat(ann.get("/v1/feeds/home/e.ann").status()).isEqualTo(200);
            assertThat(ann.get("/v1/feeds/home/e.bob").status()).isEqualTo(403);
            assertThat(ann.post("/v1/posts", "{").status()).isEqualTo(400);
        }
    }

    private double timedOut() {
        return http.counted(Event.ANSWERS_TIMED_OUT);
    }

    @Test
    void aSlowReaderLosesItsConnection() throws IOException {
        publishALongPage("s.ann");
        double before = timedOut();
        InputStream in = stalledReader("s.ann", "s.ann").getInputStream();
        await().atMost(LIMIT).until(() -> timedOut() > before);
        assertThat(bytesUntilTheEnd(in)).isBetween(1, PAGE / 2);
        isServed("s.ann");
    }

    private static int bytesUntilTheEnd(InputStream in) throws IOException {
        byte[] buffer = new byte[1_024];
        int bytes = 0;
        try {
            for (int read = in.read(buffer); read >= 0; read = in.read(buffer)) {
                bytes += read;
            }
        } catch (SocketTimeoutException e) {
            throw e;
        } catch (SocketException e) {
            // reset
        }
        return bytes;
    }
}
