package io.feedmill.api.guard;

import java.io.IOException;
import java.net.InetAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
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
import org.springframework.stereotype.Component;
import org.springframework.validation.annotation.Validated;

/**
 * Sends reads of each kind to the process itself before it is ready: the first ones load classes and open connections, and may
 * take longer than a call's timeout. It writes nothing. A failure does not keep the process from becoming ready.
 */
@Component
final class WarmUp implements ApplicationRunner {
    static final int READERS = 8;
    static final int ROUNDS = 10;

    private static final Logger LOG = LoggerFactory.getLogger(WarmUp.class);
    private static final List<String> PATHS = List.of(
            "/v1/feeds/home/warm-up",
            "/v1/feeds/user/warm-up",
            "/v1/users/warm-up/followers",
            "/v1/users/warm-up/counters",
            "/v1/posts/1111111111111111111111");

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

    WarmUp(Settings settings, ServerProperties server, WebServerApplicationContext context) {
        this.settings = settings;
        this.server = server;
        this.context = context;
    }

    @Override
    public void run(ApplicationArguments arguments) throws InterruptedException {
        try (HttpClient client = HttpClient.newHttpClient();
                ExecutorService readers = Executors.newVirtualThreadPerTaskExecutor()) {
            Callable<Boolean> reader = () -> read(client);
            readers.invokeAll(
                    Collections.nCopies(READERS, reader), settings.limit().toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    /** Returns whether all requests were answered. */
    private boolean read(HttpClient client) throws InterruptedException {
        try {
            for (int round = 0; round < ROUNDS; round++) {
                for (String path : PATHS) {
                    client.send(HttpRequest.newBuilder(url(path)).build(), BodyHandlers.discarding());
                }
            }
            return true;
        } catch (IOException e) {
            LOG.atInfo().addKeyValue("reason", e.getClass().getSimpleName()).log("Warm-up ended early");
            return false;
        }
    }

    private URI url(String path) {
        InetAddress address = Objects.requireNonNullElse(server.getAddress(), InetAddress.getLoopbackAddress());
        String host = address.isAnyLocalAddress() ? "localhost" : address.getHostAddress();
        int port = Objects.requireNonNull(context.getWebServer()).getPort();
        return URI.create("http://" + (host.contains(":") ? "[" + host + "]" : host) + ":" + port + path);
    }
}
