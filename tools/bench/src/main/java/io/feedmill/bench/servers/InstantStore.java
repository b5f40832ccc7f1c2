package io.feedmill.bench.stub;

import io.feedmill.bench.servers.Emulators;
import io.feedmill.bench.servers.Emulators.Endpoints;
import io.feedmill.emulators.ChildMain;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.JavaCommand;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/**
 * A store that answers writes of feed items and queries for generated followers at once, or after a latency, and forwards all other requests to
 * DynamoDB Local. It is a process of its own, so that its CPU is not the bench's. Thread-safe.
 */
public final class InstantStore implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final ChildProcess process;
    private final Endpoints endpoints;

    private InstantStore(ChildProcess process, Endpoints targets) {
        this.process = process;
        this.endpoints = targets.withStore(URI.create("http://127.0.0.1:" + process.awaitPort(START_LIMIT)));
    }

    /** Starts a store before the emulators' one. */
    public static InstantStore start(Emulators emulators) {
        return start(emulators.endpoints(), emulators.logs());
    }

    /** Starts a process on this program's class path. Throws a {@link io.feedmill.emulators.EmulatorStartException}. */
    static InstantStore start(Endpoints targets, Path logs) {
        String name = "instant-store-" + targets.dynamoDb().getPort();
        JavaCommand command = new JavaCommand(
                name,
                JVM,
                EmulatorsHome.configured().classPath() + File.pathSeparator + System.getProperty("java.class.path"),
                InstantStore.class.getName(),
                List.of(targets.dynamoDb().toString()),
                Map.of());
        return new InstantStore(ChildProcess.start(command, logs.resolve(name + ".log")), targets);
    }

    /** The process: listens on any free port of 127.0.0.1 until its parent ends it. */
    public static void main(String[] arguments) throws Exception {
        StoreExchange exchange = new StoreExchange(new Upstream(URI.create(arguments[0])));
        ChildMain.announce(new ProxyServer(exchange, 0).start());
        // The server's threads are daemons: without this one the process would end.
        Thread.currentThread().join();
    }

    /** Returns the addresses of this store and of the emulators' queues. */
    public Endpoints endpoints() {
        return endpoints;
    }

    /** Adds a latency to every response from now on. */
    public void latency(Duration latency) {
        URI setter = endpoints.dynamoDb().resolve(StoreExchange.LATENCY + latency.toMillis());
        try (InputStream response = setter.toURL().openStream()) {
            response.readAllBytes();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
