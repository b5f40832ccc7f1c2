package io.feedmill.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** What {@code protocol/run} did: its exit code, and what it printed to both outputs. */
public record ProtocolRun(int exitValue, String printed) {
    /** The folder of the model. */
    public static final Path MODEL = Path.of(Objects.requireNonNull(System.getProperty("feedmill.root")), "protocol");

    private static final int MINUTES = 6;

    /** Runs it with these arguments. The test is skipped without Python, and fails if the run does not end in time. */
    public static ProtocolRun of(List<String> arguments) throws IOException, InterruptedException {
        assumeTrue(isOnPath("python3") || isOnPath("pypy3"), "protocol/run needs Python 3, and this machine has none");
        Path output = Files.createTempFile("protocol", ".txt");
        Process run = new ProcessBuilder(
                        Stream.concat(Stream.of("./run"), arguments.stream()).toList())
                .directory(MODEL.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        try {
            boolean ended = run.waitFor(MINUTES, TimeUnit.MINUTES);
            String printed = Files.readString(output, UTF_8);
            assertThat(ended)
                    .as("protocol/run %s ends in time; it printed:%n%s", arguments, printed)
                    .isTrue();
            return new ProtocolRun(run.exitValue(), printed);
        } finally {
            // the shell has become Python, each case is a child of it
            run.descendants().forEach(ProcessHandle::destroyForcibly);
            run.destroyForcibly();
            Files.delete(output);
        }
    }

    private static boolean isOnPath(String program) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }
}
