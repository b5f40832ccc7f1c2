package io.feedmill.api.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.feedmill.api.FeedmillApi;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.metrics.ApiMetrics.Event;
import io.feedmill.testkit.server.AwsProperties;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.boot.test.context.SpringBootTest;
import org.springframework.context.annotation.Import;
import org.springframework.test.annotation.DirtiesContext;
import org.springframework.test.context.ActiveProfiles;

/** The whole API, with a server that answers as an empty DynamoDB and SQS: late, or with refusals. */
@ActiveProfiles("local")
@Import(Http.class)
@DirtiesContext
@SpringBootTest(
        classes = FeedmillApi.class,
        webEnvironment = SpringBootTest.WebEnvironment.RANDOM_PORT,
        properties = {
            "feedmill.breaker.window=8",
            "feedmill.breaker.minimum-calls=4",
            "feedmill.breaker.slow-call=500ms",
            "feedmill.breaker.open=1s",
            "logging.level.io.feedmill.api.problem=off"
        })
record StorageGuardIT(Http http) {
    private static final Duration AT_ONCE = Duration.ofSeconds(1);
    private static final Duration BOUND = Duration.ofSeconds(30);
    private static final String READINESS = "/actuator/health/readiness";
    private static final Aws AWS = new Aws();
    private static AwsProperties.Scope endpoints;

    /** Answers every request with an empty object, after a delay, or refuses those that name a table or queue. */
    private static final class Aws {
        private final Map<String, String> refused = new ConcurrentHashMap<>();
        private final Map<String, Integer> requests = new ConcurrentHashMap<>();
        private final HttpServer server;
        private volatile Duration delay = Duration.ZERO;

        Aws() {
            try {
                server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 256);
            } catch (IOException e) {
                throw new AssertionError(e);
            }
        }

        void start() {
            server.setExecutor(Executors.newVirtualThreadPerTaskExecutor());
            server.createContext("/", this::answer);
            server.start();
        }

        URI endpoint() {
            return URI.create("http://127.0.0.1:" + server.getAddress().getPort());
        }

        private void answer(HttpExchange exchange) throws IOException {
            String body = new String(exchange.getRequestBody().readAllBytes(), StandardCharsets.UTF_8);
            pause(delay);
            String code = refused.entrySet().stream()
                    .filter(refusal -> body.contains(refusal.getKey()))
                    .peek(refusal -> requests.merge(refusal.getKey(), 1, Integer::sum))
                    .map(Map.Entry::getValue)
                    .findFirst()
                    .orElse("");
            byte[] json = (code.isEmpty() ? "{}" : "{\"__type\":\"com.amazonaws#" + code + "\"}")
                    .getBytes(StandardCharsets.UTF_8);
            exchange.getResponseHeaders().set("Content-Type", "application/x-amz-json-1.0");
            exchange.sendResponseHeaders(code.isEmpty() ? 200 : 400, json.length);
            exchange.getResponseBody().write(json);
            exchange.close();
        }

        private static void pause(Duration time) throws IOException {
            try {
                Thread.sleep(time);
            } catch (InterruptedException e) {
                throw new IOException(e);
            }
        }

        int requests(String name) {
            return requests.getOrDefault(name, 0);
        }

        void stop() {
            server.stop(0);
        }
    }

    @BeforeAll
    static void startServer() {
        AWS.start();
        endpoints = AwsProperties.scope(AWS.endpoint(), AWS.endpoint());
    }

    @AfterAll
    static void stopServer() {
        endpoints.close();
        AWS.stop();
    }

    /** A slow start, too, may have opened the breaker. A probe passes it while it is half open. */
    @BeforeEach
    void recover() {
        AWS.delay = Duration.ZERO;
        AWS.refused.clear();
        await().atMost(BOUND)
                .until(() ->
                        feed().status() == 200 && http.management(READINESS).status() == 200);
    }

    private Answer feed() {
        return http.get("/v1/feeds/home/bob");
    }

    private void assertUnavailable(Answer answer) {
        assertThat(answer.problem()).isEqualTo("storage-unavailable");
        assertThat(answer.status()).isEqualTo(503);
        assertThat(answer.header("Retry-After")).isNotEmpty();
    }

    private static Answer atOnce(Supplier<Answer> call) {
        long began = System.nanoTime();
        Answer answer = call.get();
        assertThat(Duration.ofNanos(System.nanoTime() - began)).isLessThan(AT_ONCE);
        return answer;
    }

    private List<Integer> feedsAtOnce(int number) throws InterruptedException {
        Callable<Integer> read = () -> feed().status();
        try (ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            return readers.invokeAll(Collections.nCopies(number, read)).stream()
                    .map(Future::resultNow)
                    .toList();
        }
    }

    /** Longer than the timeout of an attempt. */
    @Tag("full")
    @Test
    void aStoreThatTakesThreeSecondsIsRejectedAtOnce() throws InterruptedException {
        AWS.delay = Duration.ofSeconds(3);
        assertThat(feedsAtOnce(8)).containsOnly(503);
        assertOpen("ApiCallTimeoutException");
        assertThat(atOnce(() -> http.management("/actuator/prometheus")).body())
                .contains("feedmill_breaker_openings_total{dependency=\"store\",reason=\"ApiCallTimeoutException\"}");
    }

    /** Again, if a probe was due. */
    private void assertOpen(String reason) {
        await().atMost(BOUND).untilAsserted(() -> {
            assertUnavailable(atOnce(this::feed));
            Answer readiness = atOnce(() -> http.management(READINESS));
            assertThat(readiness.status()).isEqualTo(503);
            assertThat(readiness.body()).contains("\"store\":\"open: " + reason + "\"");
        });
    }

    @Test
    void aSlowStoreIsRejectedAtOnce() throws InterruptedException {
        AWS.delay = Duration.ofMillis(700);
        assertThat(feedsAtOnce(8)).containsOnly(200);
        assertOpen("SlowCalls");
    }

    @Test
    void aDeniedTableIsRejectedAloneAndNamed() {
        AWS.refused.put("feedmill-devices", "AccessDeniedException");
        for (int i = 0; i < 20; i++) {
            assertUnavailable(http.get("/v1/devices/d1/events"));
            assertThat(feed().status()).isEqualTo(200);
        }
        assertThat(AWS.requests("feedmill-devices")).isBetween(1, 10);
        Answer readiness = http.management(READINESS);
        assertThat(readiness.status()).isEqualTo(200);
        assertThat(readiness.body()).contains("feedmill-devices").contains("AccessDeniedException");
    }

    @Test
    void postsAreAcceptedWithoutTheQueue() {
        AWS.refused.put("feedmill-publish", "QueueDoesNotExist");
        double unsent = http.counted(Event.PLANS_UNSENT);
        for (int i = 0; i < 20; i++) {
            http.publish("ann", "hello");
        }
        assertThat(http.counted(Event.PLANS_UNSENT) - unsent).isEqualTo(20);
        assertThat(AWS.requests("feedmill-publish")).isBetween(1, 10);
        Answer readiness = http.management(READINESS);
        assertThat(readiness.status()).isEqualTo(200);
        assertThat(readiness.body()).contains("SendMessage feedmill-publish").contains("QueueDoesNotExist");
    }
}
