package io.feedmill.bench.stub;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.JavaCommand;
import java.io.File;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import tools.jackson.databind.json.JsonMapper;

/**
 * A store in a process of its own, so that its CPU is nobody's: it takes feed items at once, answers queries for followers by arithmetic, and has
 * all else done by the DynamoDB Local behind it. It is as fast as it can be until it is told another pace. Thread-safe.
 */
public final class InstantStore implements AutoCloseable {
    /** Where the store tells what it has done. */
    static final String COUNTS = "/counts";

    /** Where it is told its {@link Pace}. */
    static final String PACE = "/pace";

    private static final TableSchema SCHEMA = new TableSchema("feedmill-");
    static final String FEEDS = SCHEMA.name(Table.FEEDS);
    static final String FOLLOWS = SCHEMA.name(Table.FOLLOWS);

    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private static final Duration LIMIT = Duration.ofSeconds(60);
    private static final AtomicInteger COUNT = new AtomicInteger();

    private final ChildProcess process;
    private final URI endpoint;

    private InstantStore(ChildProcess process) {
        this.process = process;
        this.endpoint = URI.create("http://127.0.0.1:" + process.awaitPort(LIMIT));
    }

    /** Starts one on this program's own class path. Throws a {@link io.feedmill.emulators.EmulatorStartException}. */
    public static InstantStore start(StoreOptions options, EmulatorsHome home) {
        String name = "instant-store-%d-%d".formatted(ProcessHandle.current().pid(), COUNT.incrementAndGet());
        JavaCommand command = new JavaCommand(
                name,
                JVM,
                home.classPath() + File.pathSeparator + System.getProperty("java.class.path"),
                InstantStoreMain.class.getName(),
                options.words(),
                Map.of());
        return new InstantStore(ChildProcess.start(command, home.logs().resolve(name + ".log")));
    }

    /** What clients of DynamoDB take for their endpoint. */
    public URI endpoint() {
        return endpoint;
    }

    public ChildProcess process() {
        return process;
    }

    /** What it has done until now. */
    public StoreCounts counts() {
        try (InputStream counts = endpoint.resolve(COUNTS).toURL().openStream()) {
            return JsonMapper.shared().readValue(counts, StoreCounts.class);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** From now on. */
    public void pace(Pace pace) {
        HttpRequest request = HttpRequest.newBuilder(endpoint.resolve(PACE))
                .POST(BodyPublishers.ofByteArray(JsonMapper.shared().writeValueAsBytes(pace)))
                .build();
        try (HttpClient client = HttpClient.newHttpClient()) {
            HttpResponse<String> answer = client.send(request, BodyHandlers.ofString());
            if (answer.statusCode() != 200) {
                throw new IOException("The store answered " + answer.statusCode() + ": " + answer.body());
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted while the store was told its pace.", e);
        }
    }

    @Override
    public void close() {
        process.close();
    }
}
