package io.feedmill.api.guard;

import io.feedmill.api.security.WarmUpPass;
import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.hibernate.validator.constraints.time.DurationMax;
import org.hibernate.validator.constraints.time.DurationMin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.springframework.boot.ApplicationArguments;
import org.springframework.boot.ApplicationRunner;
import org.springframework.boot.context.properties.ConfigurationProperties;
import org.springframework.boot.context.properties.bind.DefaultValue;
import org.springframework.boot.web.server.autoconfigure.ServerProperties;
import org.springframework.boot.web.server.context.WebServerApplicationContext;
import org.springframework.security.oauth2.jwt.JwtDecoder;
import org.springframework.security.oauth2.jwt.JwtException;
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/**
 * Sends requests of each kind to the process itself before it is ready: the first ones load classes and open connections, and may
 * take longer than a call's timeout. They need no token, see {@link WarmUpPass}. It writes nothing: it reads what is absent, and other requests are refused before their
 * write. A failure does not keep the process from becoming ready.
 */
@Component
final class WarmUp implements ApplicationRunner {
    static final int READERS = 8;
    static final int ROUNDS = 5;

    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);

    /** No post has this id: it is of 1970. */
    private static final String POST = "/v1/posts/1111111111111111111111";

    /** A token of ES256 without claims, with a signature that is well-formed. */
    private static final String UNSIGNED = "eyJhbGciOiJFUzI1NiJ9.e30." + "AQEB".repeat(21) + "AQ";

    static final List<Call> CALLS = List.of(
            Call.get("/v1/feeds/home/warm-up"),
            Call.get("/v1/feeds/user/warm-up?viewer=warm-up&limit=1"),
            Call.get("/v1/users/warm-up/followers"),
            Call.get("/v1/users/warm-up/counters"),
            Call.get(POST),
            Call.get(POST + "/counters"),
            Call.get("/v1/rooms/warm-up/messages"),
            Call.get("/v1/devices/warm-up/events"),
            new Call("POST", "/v1/posts", "{\"author\":\"warm-up\",\"text\":\"\"}"),
            new Call("POST", POST + "/views", "{\"viewer\":\"warm-up\"}"),
            new Call("PUT", "/v1/users/warm-up/following/warm-up", ""));

    /** A request that writes nothing. */
    record Call(String method, String path, String body) {
        static Call get(String path) {
            return new Call("GET", path, "");
        }

        HttpRequest to(String server, String secret) {
            return HttpRequest.newBuilder(URI.create(server + path))
                    .header("Content-Type", "application/json")
                    .header(WarmUpPass.HEADER, secret)
                    .method(method, BodyPublishers.ofString(body))
                    .build();
        }
    }

    /**
     * Settings {@code feedmill.warm-up}.
     *
     * @param limit the maximum time of the warm-up; default 10 s
     */
    @Validated
    @ConfigurationProperties("feedmill.warm-up")
    record Settings(
            @DefaultValue("10s") @DurationMin(millis = 1) @DurationMax(minutes = 2)
            Duration limit) {}

    private final Settings settings;
    private final ServerProperties server;
    private final WebServerApplicationContext context;
    private final WarmUpPass pass;
    private final JwtDecoder tokens;

    WarmUp(
            Settings settings,
            ServerProperties server,
            WebServerApplicationContext context,
            WarmUpPass pass,
            JwtDecoder tokens) {
        this.settings = settings;
        this.server = server;
        this.context = context;
        this.pass = pass;
        this.tokens = tokens;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient();
                ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            String secret = pass.begin();
            List<HttpRequest> requests =
                    CALLS.stream().map(call -> call.to(server(), secret)).toList();
            Callable<Boolean> reader = () -> verify() && send(client, requests);
            readers.invokeAll(
                    Collections.nCopies(READERS, reader), settings.limit().toMillis(), TimeUnit.MILLISECONDS);
        } finally {
            pass.end();
        }
    }

    /** Verifies a token that nobody has signed: it fails, and has loaded the keys and classes. */
    private boolean verify() {
        for (int round = 0; round < ROUNDS; round++) {
            try {
                tokens.decode(UNSIGNED);
            } catch (JwtException e) {
                LOG.atDebug().log("Warm-up token refused");
            }
        }
        return true;
    }

    /** Returns whether all requests were answered. */
    private static boolean send(HttpClient client, List<HttpRequest> requests) throws InterruptedException {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (HttpRequest request : requests) {
                    client.send(request, BodyHandlers.discarding());
                }
            }
            return true;
        } catch (IOException e) {
            LOG.atInfo().addKeyValue("reason", e.getClass().getSimpleName()).log("Warm-up ended early");
            return false;
        }
    }

    private String server() {
        InetAddress address = Objects.requireNonNullElse(server.getAddress(), InetAddress.getLoopbackAddress());
        String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
        int port = Objects.requireNonNull(context.getWebServer()).getPort();
        return "http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port;
    }
}
