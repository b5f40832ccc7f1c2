package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.cli.FeedmillCli;
import java.io.IOException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import picocli.CommandLine.Model.OptionSpec;

/** A usage error prints one line and starts nothing. */
class LaptopCliTest {
    private final StringWriter errors = new StringWriter();

    @TempDir
    private Path folder = Path.of("");

    @ParameterizedTest
    @CsvSource({
        "demo --posts 0,           --posts must be at least 1.",
        "demo --posts many,        Invalid value for option '--posts'",
        "demo --undirected,        --undirected needs a --graph.",
        "demo --api localhost:8080, --api must be a URL like http://127.0.0.1:8080.",
        "demo --api feedmill,      --api must be a URL like http://127.0.0.1:8080.",
        "demo --slice-size 0,      --slice-size must be 1 to 10000.",
        "local --api-port 65536,   --api-port must be 0 to 65535.",
        "local --management-port 65536, --management-port must be 0 to 65535.",
        "local --sqs-port -1,      --sqs-port must be 0 to 65535.",
        "local --graph x,          Unknown options: '--graph'",
        "demo --api http://192.168.1.2:8080, --api must be https beyond this machine: else all on the way can read the token.",
        "check --first many h,     Invalid value for option '--first'",
        "check,                    Missing required parameter: 'HISTORY'",
        "faults --script s.json,   Missing required option: '--target=URL'",
        "faults --target localhost:8000 --script s.json, --target must be a URL like http://127.0.0.1:8000.",
        "faults --target http://localhost:8000 --script s.json --port 65536, --port must be 0 to 65535.",
    })
    void refusesOptionsInOneLine(String words, String sentence) {
        assertThat(run(words.split(" ", -1))).isEqualTo(2);
        assertThat(errors.toString()).startsWith(sentence).hasLineCount(1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"--api-port", "--management-port", "--worker-port", "--dynamodb-port", "--sqs-port"})
    void refusesATakenPortInOneLine(String option) throws IOException {
        List<String> words = new ArrayList<>(List.of("local"));
        Stream.of("--api-port=0", "--management-port=0", "--worker-port=0", "--dynamodb-port=0", "--sqs-port=0")
                .filter(word -> !word.startsWith(option))
                .forEach(words::add);
        try (ServerSocket taken = new ServerSocket(0, 1, InetAddress.getLoopbackAddress())) {
            words.add(option + "=" + taken.getLocalPort());
            assertThat(run(words.toArray(String[]::new))).isEqualTo(1);
            assertThat(errors.toString())
                    .startsWith("Port %d for ".formatted(taken.getLocalPort()))
                    .contains("(%s) is taken".formatted(option))
                    .hasLineCount(1);
        }
    }

    @Test
    void refusesAnAbsentGraphFile() {
        assertThat(run("demo", "--graph", folder.resolve("none").toString())).isEqualTo(1);
        assertThat(errors).hasToString("%s cannot be read.%n".formatted(folder.resolve("none")));
    }

    @Test
    void namesTheBadRuleOfAScript() throws IOException {
        Path file = Files.writeString(folder.resolve("s.json"), "{\"rules\": [{\"fault\": \"flood\"}]}");
        assertThat(run("faults", "--target", "http://localhost:8000", "--script", file.toString()))
                .isEqualTo(1);
        assertThat(errors.toString()).startsWith(file + ": rule 1 (flood): ").hasLineCount(1);
    }

    @Test
    void namesTheBadLineOfAGraph() throws IOException {
        Path file = Files.writeString(folder.resolve("graph"), "ann bob\nann\n");
        assertThat(run("demo", "--graph", file.toString())).isEqualTo(1);
        assertThat(errors.toString()).startsWith("Line 2 of " + file).hasLineCount(1);
    }

    @ParameterizedTest
    @CsvSource({"503, 0", "500, 1"})
    void checkTellsByItsExitCodeWhetherAPromiseIsBroken(int status, int code) throws IOException {
        String line = """
                {"type":"call","id":1,"begin":"2026-11-28T10:00:00Z","end":"2026-11-28T10:00:01Z","method":"GET","path":"/v1/reports",\
                "status":%d,"answer":{"type":"https://feedmill.io/problems/%s","title":"T","status":%d}}
                """.formatted(status, status == 500 ? "internal-error" : "storage-unavailable", status);
        assertThat(run(
                        "check",
                        Files.writeString(folder.resolve("history"), line).toString()))
                .isEqualTo(code);
        assertThat(errors).hasToString("");
    }

    /** Each option that takes a file, and the sentence about bad content, which only one who has read it knows; those of folders and of states, which are written, too. */
    @ParameterizedTest
    @CsvSource({
        "demo --graph,         ann, Line 1 of",
        "faults --target=http://localhost:1 --script, '{', is not valid JSON",
        "estimate --users=9 --posts-per-day=1 --pages-per-day=1 --follows, ann, Line 1 of",
        "check, {, line 1: Unexpected end-of-input",
        "partitions any --insert, {, has no item in DynamoDB's JSON",
    })
    void readsAFileFromAPipe(String words, String content, String sentence) throws Exception {
        Path pipe = folder.resolve("pipe");
        assertThat(new ProcessBuilder("mkfifo", pipe.toString()).start().waitFor())
                .isZero();
        Thread.startVirtualThread(() -> {
            try {
                Files.writeString(pipe, content);
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        });
        assertThat(run((words + " " + pipe).split(" ", -1))).isPositive();
        assertThat(errors.toString()).contains(pipe.toString(), sentence).hasLineCount(1);
    }

    /** A new one belongs into the test above, or must refuse pipes; {@code import} is in {@code CallCommandsTest}, states are in {@code KeyPrinterTest}. */
    @Test
    void allOptionsWithPathsAreKnown() {
        assertThat(Stream.of(LaptopCli.commands(), FeedmillCli.commands())
                        .flatMap(line -> line.getSubcommands().values().stream())
                        .flatMap(command -> command.getCommandSpec().args().stream()
                                .filter(argument -> argument.type() == Path.class)
                                .map(argument -> command.getCommandName() + " "
                                        + (argument instanceof OptionSpec option
                                                ? option.longestName()
                                                : argument.paramLabel()))))
                .containsExactlyInAnyOrder(
                        "demo --data",
                        "demo --graph",
                        "local --data",
                        "faults --script",
                        "check HISTORY",
                        "token --keys",
                        "audit --state",
                        "partitions --state",
                        "partitions --insert",
                        "import FILE");
    }

    private int run(String... words) {
        if (FeedmillCli.commands().getSubcommands().containsKey(words[0])) {
            return FeedmillCli.commands().setErr(new PrintWriter(errors, true)).execute(words);
        }
        return LaptopCli.commands().setErr(new PrintWriter(errors, true)).execute(words);
    }
}
