package io.feedmill.stack;

import static org.awaitility.Awaitility.await;

import io.feedmill.cli.token.SigningKey;
import io.feedmill.cli.token.StackFiles;
import io.feedmill.client.FeedmillClient;
import io.feedmill.emulators.EmulatorsHome;
import io.feedmill.stack.load.RunSteps;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * A command as the launcher runs it: an operator's by the shipped jar, another by that of the module whose test it is, in a process of its own. Its logs and what it prints are kept in a folder of the test's.
 * Closing it leaves no process.
 */
public final class FeedmillCommand implements AutoCloseable {

    /** The environment of a stack that a test stops: short polls, because a stop waits for open polls. */
    public static final Map<String, String> SHORT_POLLS = Map.of("FEEDMILL_LISTENERS_POLL_TIMEOUT", "1s");

    /** Of each wait: a guard against a hang, several times what a slow machine takes. */
    private static final Duration LIMIT = Duration.ofMinutes(4);

    /** For it and all processes that it starts: they live for seconds. Each says on standard error that it was told so. */
    private static final String STARTS_FAST = "-XX:TieredStopAtLevel=1";

    private static final String TOLD = "(?m)^NOTE: Picked up JDK_JAVA_OPTIONS: .*\\R";

    /** The commands of a laptop; the others, which operators use, are in another jar. */
    private static final Set<String> LAPTOP = Set.of("demo", "faults", "local");

    /** Commands that tests of other tools call, too. */
    private static final Set<String> OPERATORS = Set.of("audit", "partitions", "schema");

    private static final List<String> PORTS =
            List.of("--api-port", "--management-port", "--worker-port", "--dynamodb-port", "--sqs-port");

    private final Process process;
    private final Path folder;
    private final Path out;
    private final Path err;
    private final List<ProcessHandle> known = new ArrayList<>();

    private FeedmillCommand(Process process, Path folder, Path out, Path err) {
        this.process = process;
        this.folder = folder;
        this.out = out;
        this.err = err;
    }

    /** Creates a command that starts the embedded stack, on free ports except for those in the words. */
    public static FeedmillCommand onAnyPort(Path folder, Map<String, String> environment, String... words) {
        Stream<String> ports = PORTS.stream()
                .filter(option -> Stream.of(words).noneMatch(word -> word.startsWith(option)))
                .map(option -> option + "=0");
        return start(folder, environment, Stream.concat(Stream.of(words), ports));
    }

    public static FeedmillCommand start(Path folder, String... words) {
        return start(folder, Map.of(), Stream.of(words));
    }

    public static FeedmillCommand start(Path folder, Map<String, String> environment, String... words) {
        return start(folder, environment, Stream.of(words));
    }

    public static FeedmillCommand start(Path folder, Map<String, String> environment, Stream<String> words) {
        List<String> arguments = words.toList();
        List<String> line = new ArrayList<>(List.of(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+PerfDisableSharedMem",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-D" + StackFiles.PROPERTY + "=" + workspace(folder),
                "-D" + EmulatorsHome.PROPERTY + "=" + System.getProperty(EmulatorsHome.PROPERTY),
                "-jar",
                Workspace.configured().jar(module(arguments)).toString()));
        line.addAll(arguments);
        try {
            Path out = Files.createTempFile(folder, "command", ".out");
            Path err = Files.createTempFile(folder, "command", ".err");
            ProcessBuilder builder =
                    new ProcessBuilder(line).redirectOutput(out.toFile()).redirectError(err.toFile());
            builder.environment().put("JDK_JAVA_OPTIONS", STARTS_FAST);
            builder.environment().putAll(environment);
            return new FeedmillCommand(builder.start(), folder, out, err);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Tests run in their module's folder. Those of a laptop's commands call the operators' commands, too. */
    private static String module(List<String> words) {
        String module = Workspace.configured()
                .root()
                .relativize(Path.of("").toAbsolutePath())
                .toString();
        String first = words.isEmpty() ? "" : words.getFirst();
        boolean isOperators =
                module.equals("tools/laptop") ? !first.isEmpty() && !LAPTOP.contains(first) : OPERATORS.contains(first);
        return isOperators ? "cli" : module;
    }

    /** Returns a workspace with the built jars, and a folder of its own for logs and state. */
    public static Path workspace(Path folder) {
        try {
            for (String module : List.of("api", "worker")) {
                if (!Files.exists(folder.resolve(module))) {
                    Files.createSymbolicLink(
                            folder.resolve(module),
                            Workspace.configured().root().resolve(module));
                }
            }
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public String out() {
        return read(out);
    }

    public String err() {
        return read(err).replaceFirst(TOLD, "");
    }

    /** Waits until standard output has something that matches, and returns its last group. Fails at once if the process ends without. */
    public String awaitOutput(String regex) {
        Pattern pattern = Pattern.compile(regex);
        await().atMost(LIMIT)
                .until(() -> !process.isAlive() || pattern.matcher(out()).find());
        Matcher matcher = pattern.matcher(out());
        if (!matcher.find()) {
            throw new AssertionError("It ended without '%s'. %s".formatted(regex, failure()));
        }
        return matcher.group(matcher.groupCount());
    }

    /** Returns the URL in the ready line of {@code API}, {@code worker}, {@code DynamoDB}, {@code SQS} or {@code management}. */
    public URI url(String name) {
        return URI.create(awaitOutput("ready: .*" + name + " (http://127\\.0\\.0\\.1:\\d+)"));
    }

    /** Returns a client of the API of the embedded stack that it has started. */
    public FeedmillClient client() {
        URI api = url("API");
        SigningKey key = new StackFiles(folder).key(api.getPort()).orElseThrow();
        return FeedmillClient.of(api, key.operator(InstantSource.system()), RunSteps.PATIENT);
    }

    /** All processes that it has started, and they. Those that have been asked for do not outlive {@link #close()}, even if they lose their parent. */
    public List<ProcessHandle> children() {
        List<ProcessHandle> now = process.descendants().toList();
        known.addAll(now);
        return now;
    }

    /** Returns the process of the command and all that it has started. */
    public List<ProcessHandle> processes() {
        return Stream.concat(Stream.of(process.toHandle()), children().stream()).toList();
    }

    /** Sends the signal, {@code TERM} for instance. */
    public void signal(String name) {
        try {
            new ProcessBuilder("kill", "-" + name, Long.toString(process.pid()))
                    .start()
                    .waitFor();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** Waits until it ends by itself. */
    public int exitCode() throws InterruptedException {
        return exitCode(LIMIT);
    }

    /** As {@link #exitCode()}, with a longer limit. */
    public int exitCode(Duration limit) throws InterruptedException {
        if (!process.waitFor(limit.toSeconds(), TimeUnit.SECONDS)) {
            throw new AssertionError("It does not end. " + failure());
        }
        return process.exitValue();
    }

    /** Waits until the command ends, and fails with its whole output unless it has this exit code. */
    public void expectExit(int exitCode, Duration limit) throws InterruptedException {
        int actual = exitCode(limit);
        if (actual != exitCode) {
            throw new AssertionError("It ended with %d instead of %d. %s".formatted(actual, exitCode, failure()));
        }
    }

    @Override
    public void close() {
        List<ProcessHandle> all = Stream.of(Stream.of(process.toHandle()), process.descendants(), known.stream())
                .flatMap(Function.identity())
                .toList();
        all.forEach(ProcessHandle::destroyForcibly);
        all.forEach(each -> each.onExit().join());
    }

    private String failure() {
        return "Standard output:\n%s\nStandard error:\n%s".formatted(out(), err());
    }

    private static String read(Path file) {
        try {
            return Files.readString(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
