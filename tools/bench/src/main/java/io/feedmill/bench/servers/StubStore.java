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
 * A store that answers writes of feed items itself and forwards all other requests to DynamoDB Local, each answer no sooner than a delay after its
 * request; with a delay it stands in front of the queues, too. It is a process of its own, so that its CPU is not the bench's. Thread-safe.
 */
public final class StubStore implements AutoCloseable {
    private static final List<String> JVM = List.of("-Xmx256m", "-XX:+UseSerialGC");
    private static final Duration START_LIMIT = Duration.ofSeconds(60);

    private final ChildProcess process;
    private final Endpoints endpoints;

    private StubStore(ChildProcess process, Endpoints targets, Options options) {
        this.process = process;
        URI address = URI.create("http://127.0.0.1:" + process.awaitPort(START_LIMIT));
        this.endpoints = new Endpoints(address, options.delay().isZero() ? targets.queues() : address);
    }

    /** Its delay, and whether it answers transactions itself, too: what they write is lost. */
    public record Options(Duration delay, boolean transactions) {
        /** Answers at once, and loses nothing that a worker needs. */
        public static final Options INSTANT = new Options(Duration.ZERO, false);
    }

    /** Starts a store before the platform's one. */
    public static StubStore start(Platform platform, Options options) {
        return start(Endpoints.of(platform.servers()), platform.logs(), options);
    }

    /** Starts a process on this program's class path. Throws a {@link io.feedmill.emulators.EmulatorStartException}. */
    static StubStore start(Endpoints targets, Path logs, Options options) {
        String name = "stub-store-%d-%d"
                .formatted(targets.dynamoDb().getPort(), options.delay().toMillis());
        List<String> arguments = List.of(
                targets.dynamoDb().toString(),
                targets.queues().toString(),
                options.delay().toString(),
                Boolean.toString(options.transactions()));
        JavaCommand command = new JavaCommand(name, JVM, classPath(), StubStore.class.getName(), arguments, Map.of());
        return new StubStore(ChildProcess.start(command, logs.resolve(name + ".log")), targets, options);
    }

    /** Returns the class path of a process with the bench's own classes. */
    static String classPath() {
        return EmulatorsHome.configured().classPath() + File.pathSeparator + System.getProperty("java.class.path");
    }

    /** The process: listens on any free port of 127.0.0.1 until its parent ends it. */
    public static void main(String[] arguments) throws Exception {
        Upstream store = new Upstream(URI.create(arguments[0]));
        Upstream queues = new Upstream(URI.create(arguments[1]));
        Options options = new Options(Duration.parse(arguments[2]), Boolean.parseBoolean(arguments[3]));
        ChildMain.announce(new ProxyServer(new Stub(store, queues, options), 0).start());
        // The server's threads are daemons: without this one the process would end.
        Thread.currentThread().join();
    }

    /** Returns the addresses of this store and of the queues. */
    public Endpoints endpoints() {
        return endpoints;
    }

    @Override
    public void close() {
        process.close();
    }

    /** Handles the requests to the process. */
    private record Stub(Upstream store, Upstream queues, Options options) implements ProxyServer.Exchange {
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
        public void serve(HttpCall http, Client client) throws InterruptedException {
            long due = System.nanoTime() + options.delay().toNanos();
            try {
                HttpAnswer answer = answer(http);
                Thread.sleep(Duration.ofNanos(Math.max(0, due - System.nanoTime())));
                client.answer(answer);
            } catch (IOException e) {
                client.close();
            }
        }

        private HttpAnswer answer(HttpCall http) throws IOException {
            ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
            if (writesFeeds(call) || (options.transactions() && call.operation().equals("TransactWriteItems"))) {
                return HttpAnswer.of(Service.DYNAMO_DB, 200, WRITTEN);
            }
            return (call.service() == Service.SQS ? queues : store).send(http);
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
