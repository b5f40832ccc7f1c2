package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpServer;
import io.feedmill.cli.token.SigningKey;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.stack.Workspace;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** The script {@code feedmill} in the locale C, with input from pipes. */
@Timeout(180)
class LauncherIT {
    /** As graphs are published: what is ignored is said in counts. */
    private static final String GRAPH =
            "\uFEFF%% a graph\nFromNodeId ToNodeId\nla-ben la-ann 2\nla-cid la-ann 1\nla-ann la-ann 1\n";

    private static final String IGNORED = "ignored: comment 1, header 1, self 1, weight 2";

    @TempDir
    private Path folder = Path.of("");

    /** A workspace in which nothing is to be built: with the jar of the operators' commands. */
    @BeforeEach
    void install() throws IOException {
        Workspace built = Workspace.configured();
        Files.copy(built.root().resolve("feedmill"), folder.resolve("feedmill"));
        for (String module : List.of("api", "worker", "tools/laptop", "tools/chaos")) {
            write(
                    module
                            + "/target/feedmill-%s-1-boot.jar"
                                    .formatted(Path.of(module).getFileName()),
                    "");
        }
        Path jar = folder.resolve("cli/target/feedmill-cli-1-boot.jar");
        Files.createDirectories(jar.getParent());
        Files.createSymbolicLink(jar, built.jar("cli"));
        write("tools/emulators/target/classes/any", "");
        write("tools/bench/target/classpath", "");
        write("tools/simulation/target/classpath", "");
        write("tools/emulators/dynamodb-local/target/classpath", "/");
        write("tools/emulators/elasticmq/target/classpath", "/");
        // The checksum of no source.
        write(".feedmill/built", "4294967295 0");
    }

    private void write(String file, String text) throws IOException {
        Files.createDirectories(folder.resolve(file).getParent());
        Files.writeString(folder.resolve(file), text);
    }

    /** Runs the words in a shell, {@code $0} being the launcher. Returns what is printed. */
    private String run(String token, String line, Object... words) throws Exception {
        List<String> shell = new ArrayList<>(
                List.of("bash", "-c", line, folder.resolve("feedmill").toString()));
        Stream.of(words).map(Object::toString).forEach(shell::add);
        Path printed = folder.resolve("printed");
        ProcessBuilder command =
                new ProcessBuilder(shell).redirectErrorStream(true).redirectOutput(printed.toFile());
        command.environment().keySet().removeIf(name -> name.startsWith("LC_") || name.equals("LANG"));
        command.environment().remove("JDK_JAVA_OPTIONS"); // java would print them
        command.environment().put("LC_ALL", "C");
        command.environment().put("JAVA_HOME", System.getProperty("java.home"));
        command.environment().put("FEEDMILL_TOKEN", token);
        Process process = command.start();
        assertThat(process.waitFor(2, TimeUnit.MINUTES)).isTrue();
        assertThat(process.exitValue()).as(Files.readString(printed)).isZero();
        return Files.readString(printed).strip();
    }

    private Path graph() throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (OutputStream out = new GZIPOutputStream(bytes)) {
            out.write(GRAPH.getBytes(StandardCharsets.UTF_8));
        }
        return Files.write(folder.resolve("graph"), bytes.toByteArray());
    }

    @Test
    void sendsTheTextThatWasTyped() throws Exception {
        AtomicReference<String> received = new AtomicReference<>("");
        HttpServer api = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        api.createContext("/", call -> {
            received.set(new String(call.getRequestBody().readAllBytes(), StandardCharsets.UTF_8));
            byte[] post = """
                    {"id": "p1", "author": "ann", "text": "Grüße 👋", "createdAt": "2026-03-01T12:00:00Z", "version": 1}""".getBytes(StandardCharsets.UTF_8);
            call.sendResponseHeaders(201, post.length);
            call.getResponseBody().write(post);
            call.close();
        });
        api.start();
        try {
            String url = "http://127.0.0.1:" + api.getAddress().getPort();
            assertThat(run("token", "bash $0 post ann 'Grüße 👋' --json --api $1", url))
                    .contains("Grüße 👋");
            assertThat(received.get()).contains("\"Grüße 👋\"");
        } finally {
            api.stop(0);
        }
    }

    @Test
    @Tag("full")
    void aGraphMeansTheSameToAllWhoReadIt() throws Exception {
        URI api = SharedStack.get().url("API");
        SigningKey key = new StackFiles(SharedStack.folder()).key(api.getPort()).orElseThrow();
        String token = key.operator(InstantSource.system()).get();
        for (String input : List.of(
                "cat $2 | bash $0 import -", "cat $2 | bash $0 import /dev/stdin", "bash $0 import <(cat $2)")) {
            assertThat(run(token, input + " --api $1", api, graph())).isEqualTo("2 imported, 0 rejected; " + IGNORED);
        }
        assertThat(run(
                        token,
                        "bash $0 estimate --users 3 --posts-per-day 1 --pages-per-day 1 --follows <(cat $1)",
                        graph()))
                .contains(": " + IGNORED, "3 users with 0.7 followers on average, 2 at most");
        try (FeedmillCommand demo = FeedmillCommand.start(
                SharedStack.folder(), "demo", "--graph", graph().toString(), "--posts=2", "--api", api.toString())) {
            EndedCommand.await(demo, 0).assertOut().contains(IGNORED);
        }
        String post = run(token, "bash $0 post la-ann 'Grüße' --api $1", api);
        run(token, "bash $0 status $2 --watch --api $1", api, post);
        assertThat(run(token, "bash $0 feed la-ben --limit 1 --api $1", api)).endsWith("  la-ann  Grüße");
    }
}
