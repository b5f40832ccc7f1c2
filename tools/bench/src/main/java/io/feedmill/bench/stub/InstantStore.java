package io.feedmill.bench.stub;

import io.feedmill.bench.stack.CpuClock;
import io.feedmill.bench.stack.Emulators;
import io.feedmill.bench.stack.NamedGraph;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.JavaCommand;
import io.feedmill.emulators.child.ChildMain;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import java.io.File;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;

/**
 * A store that answers writes of feed items and queries for followers at once, or after a latency, and forwards all other requests to DynamoDB
 * Local. It is a process of its own, so that its CPU is not the bench's. Thread-safe.
 */
public final class InstantStore implements AutoCloseable {
    static final String REQUESTS = "/requests";
    static final String LATENCY = "/latency";

    private static final TableSchema SCHEMA = new TableSchema("feedmill-");
    static final String FEEDS = SCHEMA.name(Table.FEEDS);
    static final String FOLLOWS = SCHEMA.name(Table.FOLLOWS);

    private static final String NO_GRAPH = "none";
    private static final String GENERATED_GRAPH = "generated";

    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private static final Duration START_LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ChildProcess process;
    private final URI endpoint;

    private InstantStore(ChildProcess process) {
        this.process = process;
        this.endpoint = URI.create("http://127.0.0.1:" + process.awaitPort(START_LIMIT));
    }

    /** Starts a store that knows the {@linkplain Followers generated followers}. */
    public static InstantStore start(Emulators emulators) {
        return start(emulators.endpoints().dynamoDb(), emulators.logs(), NO_GRAPH);
    }

    /** Starts a store that also knows the follows of {@link NamedGraph#facebook}. */
    public static InstantStore start(Emulators emulators, @Nullable Path graph) {
        String followers = graph == null ? GENERATED_GRAPH : graph.toString();
        return start(emulators.endpoints().dynamoDb(), emulators.logs(), followers);
    }

    /** Starts a process on this program's class path. Throws a {@link io.feedmill.emulators.EmulatorStartException}. */
    static InstantStore start(URI target, Path logs, String graph) {
        String name = "instant-store-%d-%d".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet());
        JavaCommand command = new JavaCommand(
                name,
                JVM,
                EmulatorsHome.configured().classPath() + File.pathSeparator + System.getProperty("java.class.path"),
                InstantStore.class.getName(),
                List.of(target.toString(), graph),
                Map.of());
        return new InstantStore(ChildProcess.start(command, logs.resolve(name + ".log")));
    }

    /** The process: listens on any free port of 127.0.0.1 until its parent ends it. */
    public static void main(String[] arguments) throws Exception {
        Upstream target = new Upstream(URI.create(arguments[0]));
        StoreExchange exchange = new StoreExchange(target, followers(arguments[1]));
        ChildMain.announce(new ProxyServer(exchange, 0).start());
        // The server's threads are daemons: without this one the process would end.
        Thread.currentThread().join();
    }

    private static Followers followers(String graph) {
        return switch (graph) {
            case NO_GRAPH -> new Followers();
            case GENERATED_GRAPH -> new Followers(NamedGraph.facebook(null).graph());
            default -> new Followers(NamedGraph.facebook(Path.of(graph)).graph());
        };
    }

    public URI endpoint() {
        return endpoint;
    }

    public CpuClock cpu() {
        return CpuClock.of(process.pid());
    }

    /** Returns the number of requests until now. */
    public long requests() {
        return Long.parseLong(control(REQUESTS, ""));
    }

    /** Adds a latency to every answer from now on. */
    public void latency(Duration latency) {
        control(LATENCY, Long.toString(latency.toMillis()));
    }

    private String control(String path, String body) {
        HttpRequest request = HttpRequest.newBuilder(endpoint.resolve(path))
                .POST(HttpRequest.BodyPublishers.ofString(body))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, HttpResponse.BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("%s: %d %s".formatted(path, answer.statusCode(), answer.body()));
            }
            return answer.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the store was called.", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
