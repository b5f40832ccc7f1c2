package io.feedmill.bench.servers;

import static java.nio.charset.StandardCharsets.US_ASCII;

import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.emulators.ChildMain;
import io.feedmill.emulators.ChildProcess;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.emulators.JavaCommand;
import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.Body;
import io.feedmill.stack.Platform;
import java.io.File;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;

/**
 * A store that answers writes of feed items at once, and forwards all other requests to DynamoDB Local. It is a process of its own, so that its CPU
 * is not the bench's. Thread-safe.
 */
public final class InstantStore implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final ChildProcess process;
    private final Endpoints endpoints;

    private InstantStore(ChildProcess process, Endpoints targets) {
        this.process = process;
        this.endpoints =
                new Endpoints(URI.create("http://127.0.0.1:" + process.awaitPort(START_LIMIT)), targets.queues());
    }

    /** Starts a store before the platform's one. */
    public static InstantStore start(Platform platform) {
        return start(Endpoints.of(platform.servers()), platform.logs());
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
        ChildMain.announce(new ProxyServer(new Store(new Upstream(URI.create(arguments[0]))), 0).start());
        // The server's threads are daemons: without this one the process would end.
        Thread.currentThread().join();
    }

    /** Returns the addresses of this store and of the emulators' queues. */
    public Endpoints endpoints() {
        return endpoints;
    }

    @Override
    public void close() {
        process.close();
    }

    /** Handles the requests to the process. */
    private record Store(Upstream target) implements ProxyServer.Exchange {
        private static final TableSchema TABLES = new TableSchema("feedmill-");

        /** The start of a write of feed items, as the SDK sends it. */
        private static final Map<String, byte[]> WRITES = Map.of(
                "BatchWriteItem",
                "{\"RequestItems\":{\"%s\":"
                        .formatted(TABLES.name(FeedRows.HOMES))
                        .getBytes(US_ASCII),
                "PutItem",
                "{\"TableName\":\"%s\",".formatted(TABLES.name(FeedRows.HOMES)).getBytes(US_ASCII));

        private static final Body WRITTEN = Body.of("{\"UnprocessedItems\":{}}".getBytes(US_ASCII));

        @Override
        public void serve(HttpCall http, Client client) {
            try {
                client.answer(answer(http));
            } catch (IOException e) {
                client.close();
            }
        }

        private HttpAnswer answer(HttpCall http) throws IOException {
            ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
            return writesFeeds(call) ? HttpAnswer.of(Service.DYNAMO_DB, 200, WRITTEN) : target.send(http);
        }

        private static boolean writesFeeds(ApiCall call) {
            byte[] start = WRITES.get(call.operation());
            byte[] body = call.body().bytes();
            return start != null
                    && body.length > start.length
                    && Arrays.equals(body, 0, start.length, start, 0, start.length);
        }
    }
}
