package io.feedmill.api.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.feedmill.api.ApiTest;
import io.feedmill.api.FakeApi;
import io.feedmill.api.Http;
import io.feedmill.api.Http.Answer;
import io.feedmill.api.StartedApi;
import io.feedmill.api.security.Scope;
import io.micrometer.core.instrument.MeterRegistry;
import java.io.IOException;
import java.net.Socket;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.springframework.context.ConfigurableApplicationContext;
import org.springframework.test.context.TestPropertySource;

/** What bounds live feeds, and what they leave to other requests. */
@Tag("full")
@ApiTest
@TestPropertySource(properties = ApiTest.BOUNDS)
class LiveBoundsIT {
    private static final Duration SOON = Duration.ofSeconds(5);

    private final Http http;
    private final MeterRegistry meters;
    private final List<Listener> listeners = new ArrayList<>();

    LiveBoundsIT(Http http, MeterRegistry meters) {
        this.http = http;
        this.meters = meters;
    }

    @AfterEach
    void close() {
        listeners.forEach(Listener::close);
        await().atMost(SOON).until(() -> streams() == 0);
    }

    private Listener listen(String user) {
        Listener listener = Listener.open(http.port(), user);
        listeners.add(listener);
        return listener;
    }

    private int streams() {
        return (int) meters.get("feedmill.live.streams").gauge().value();
    }

    private Http as(String user) {
        return http.user(user, Scope.FEED);
    }

    private static String live(String user) {
        return "/v1/feeds/home/" + user + "/live";
    }

    @Test
    void aUserHasFiveStreamsAndTheyAreNoRequestsInProgress() {
        IntStream.range(0, 5).forEach(i -> listen("lb.ann"));
        Answer refused = as("lb.ann").get(live("lb.ann"));
        assertThat(refused.status()).isEqualTo(429);
        assertThat(refused.problem()).isEqualTo("too-many-streams");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
        assertThat(refused.header("RateLimit")).startsWith("\"feed\";r=119");
        assertThat(as("lb.ann").get("/v1/feeds/home/lb.ann").status()).isEqualTo(200);
        listeners.getFirst().close();
        await().atMost(SOON).until(() -> streams() == 4);
        assertThat(listen("lb.ann").status()).isEqualTo(200);
    }

    @Test
    void anInstanceHasSoMany() {
        IntStream.range(0, 8).forEach(i -> listen("lb.many-" + i));
        Answer refused = as("lb.late").get(live("lb.late"));
        assertThat(refused.status()).isEqualTo(503);
        assertThat(refused.problem()).isEqualTo("too-busy");
        assertThat(refused.header("Retry-After")).isEqualTo("5");
    }

    @Test
    void needsAClientOfEvents() {
        Answer refused = http.send(http.request("GET", live("lb.bob")).header("Accept", "application/json"));
        assertThat(refused.status()).isEqualTo(406);
        assertThat(refused.problem()).isEqualTo("not-acceptable");
    }

    @Test
    void headOpensNoStream() {
        Answer head = http.send("HEAD", live("lb.cid"));
        assertThat(head.status()).isEqualTo(200);
        assertThat(head.header("Content-Type")).isEqualTo("text/event-stream");
        assertThat(streams()).isZero();
    }

    @Test
    void hasNoLimitOfAnAnswersTime() {
        Listener listener = listen("lb.dan");
        await().pollDelay(Duration.ofSeconds(3)).until(() -> !listener.ended());
        String post = http.publish("lb.dan", "hello");
        await().atMost(SOON).until(() -> listener.names().contains("put"));
        assertThat(listener.shown().getFirst().path("post").asString()).isEqualTo(post);
    }

    /** The page does not fit into the buffers of sockets, which are small in all tests with this API. */
    @Test
    @SuppressWarnings("try") // the socket only has to be open
    void aClientThatTakesNothingIsCut() throws IOException {
        IntStream.range(0, 40).forEach(i -> http.publish("lb.eve", "x".repeat(10_000)));
        String request = "GET " + live("lb.eve") + " HTTP/1.1\r\nHost: x\r\n\r\n";
        try (Socket socket = as("lb.eve").open(request)) {
            await().atMost(SOON).until(() -> streams() == 1);
            await().atMost(Duration.ofSeconds(8)).until(() -> streams() == 0);
        }
    }

    @Test
    void aQuietStreamHasACommentEachFifteenSeconds() {
        Listener listener = listen("lb.fay");
        await().atMost(Duration.ofSeconds(33)).until(() -> listener.names().size() == 4);
        assertThat(listener.names()).containsExactly("page", "unseen", ":", ":");
    }

    @Test
    void theEndOfTheProcessEndsStreamsWithinASecond() {
        try (ConfigurableApplicationContext api = StartedApi.start(FakeApi.class)) {
            int port = api.getEnvironment().getRequiredProperty("local.server.port", Integer.class);
            List<Listener> open = IntStream.range(0, 20)
                    .mapToObj(i -> Listener.open(port, "lb.stopped-" + i))
                    .toList();
            Thread stop = Thread.startVirtualThread(api::close);
            await().atMost(Duration.ofSeconds(1)).until(() -> open.stream().allMatch(Listener::ended));
            assertThat(open)
                    .allSatisfy(listener -> assertThat(listener.reasons("end")).containsExactly("shutdown"));
            assertThat(joins(stop)).isTrue();
        }
    }

    private static boolean joins(Thread thread) {
        try {
            return thread.join(Duration.ofSeconds(10));
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return false;
        }
    }
}
