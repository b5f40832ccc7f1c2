package io.feedmill.api.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.Http;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.test.context.TestPropertySource;

/** Clients that send a part of a body and then nothing, or too slowly, disturb no others. */
@ApiTest
@TestPropertySource(
        properties = {
            "feedmill.http.body-timeout=1s",
            "feedmill.http.concurrent-bodies=200",
            "server.tomcat.connection-timeout=3s"
        })
class StalledUploadsIT {
    private static final int UPLOADS = 300;
    private static final int AT_ONCE = 200;
    private static final int MANY_UPLOADS = 2_000;
    private static final int LENGTH = 100_000;
    /** Of a connection and of a body that is read, with their buffers. */
    private static final long MAX_HEAP = MANY_UPLOADS * 100_000L + AT_ONCE * 400_000L;

    private static final Duration LIMIT = Duration.ofSeconds(10);

    private final Http http;
    private final MeterRegistry meters;
    private final List<Socket> sockets = new ArrayList<>();

    StalledUploadsIT(Http http, MeterRegistry meters) {
        this.http = http;
        this.meters = meters;
    }

    @AfterEach
    void close() throws IOException {
        for (Socket socket : sockets) {
            socket.close();
        }
    }

    /** Sends the head of a request with a body of 1,000 bytes, and the first byte. */
    private Socket stalled(String path, String type) throws IOException {
        return stalled(path, type, 1_000);
    }

    private Socket stalled(String path, String type, int length) throws IOException {
        Socket socket = http.open("POST %s HTTP/1.1\r\nHost: x\r\nContent-Type: %s\r\nContent-Length: %d\r\n\r\n{"
                .formatted(path, type, length));
        sockets.add(socket);
        return socket;
    }

    private static void send(Socket socket, String text) throws IOException {
        socket.getOutputStream().write(text.getBytes(StandardCharsets.US_ASCII));
    }

    private static String answer(Socket socket) throws IOException {
        return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
    }

    private double bodies() {
        return meters.get("feedmill.http.bodies.in.progress").gauge().value();
    }

    @Tag("full")
    @Test
    void readersAndHealthAnswerDuringStalledUploads() throws IOException {
        for (int i = 0; i < UPLOADS; i++) {
            stalled("/v1/posts", "application/json");
        }
        await().atMost(LIMIT).until(() -> bodies() == AT_ONCE);
        assertThat(http.get("/v1/feeds/home/x").status()).isEqualTo(200);
        assertThat(http.management("/actuator/health/readiness").status()).isEqualTo(200);
        assertThat(bodies()).isEqualTo(AT_ONCE);
        int timeouts = 0;
        for (Socket socket : sockets) {
            String answer = answer(socket);
            if (answer.startsWith("HTTP/1.1 408 ")) {
                assertThat(answer).contains("/problems/body-timeout");
                timeouts++;
            } else {
                assertThat(answer).startsWith("HTTP/1.1 503 ").contains("/problems/too-busy", "Retry-After: 1");
            }
        }
        assertThat(timeouts).isEqualTo(AT_ONCE);
        assertThat(bodies()).isZero();
    }

    /** Each sends 50 KB. Connections need heap, too; without a limit of bodies all of them would need half a megabyte. */
    @Test
    @Tag("full")
    void theHeapOfTwoThousandStalledUploadsIsBounded() throws IOException {
        long before = heap();
        for (int i = 0; i < MANY_UPLOADS; i++) {
            sendPart(stalled("/v1/posts", "application/json", LENGTH));
            if (i % AT_ONCE == 0) {
                assertThat(http.get("/v1/feeds/home/x").status()).isEqualTo(200);
                assertThat(http.management("/actuator/health/readiness").status())
                        .isEqualTo(200);
                assertThat(bodies()).isLessThanOrEqualTo(AT_ONCE);
            }
        }
        assertThat(heap() - before).isLessThan(MAX_HEAP);
    }

    private static void sendPart(Socket socket) {
        try {
            send(socket, " ".repeat(LENGTH / 2));
        } catch (IOException e) {
            // refused already
        }
    }

    private static long heap() {
        System.gc();
        return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
    }

    /** No read of it waits for long, but all of them together do. */
    @Test
    void aSlowBodyIsRefusedWhileItArrives() throws IOException {
        Socket slow = stalled("/v1/posts", "application/json");
        await().atMost(LIMIT).pollInterval(Duration.ofMillis(50)).until(() -> {
            send(slow, " ");
            return slow.getInputStream().available() > 0;
        });
        assertThat(answer(slow)).startsWith("HTTP/1.1 408 ").contains("/problems/body-timeout");
    }

    @Test
    void aBodyThatHasArrivedHoldsNoPermit() {
        http.publish("ann", "hello");
        assertThat(http.get("/v1/feeds/user/ann").items("text")).contains("hello");
        assertThat(bodies()).isZero();
    }

    @Test
    void aThirdImportIsRefusedUntilOneEnds() throws IOException {
        Socket first = stalled("/v1/follows:import", "text/plain");
        stalled("/v1/follows:import", "text/plain");
        await().atMost(LIMIT).untilAsserted(() -> {
            Http.Answer third = http.post("/v1/follows:import", "text/plain", "bob ann");
            assertThat(third.problem()).isEqualTo("too-many-imports");
            assertThat(third.status()).isEqualTo(429);
            assertThat(third.header("Retry-After")).isEqualTo("1");
        });
        first.close();
        await().atMost(LIMIT)
                .until(() ->
                        http.post("/v1/follows:import", "text/plain", "bob ann").status() == 200);
    }
}
