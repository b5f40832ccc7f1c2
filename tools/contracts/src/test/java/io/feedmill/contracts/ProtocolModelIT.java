package io.feedmill.contracts;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The model of the fan-out protocol: {@code protocol/run --quick}, and the recorded run of all cases, which is one of this model. */
class ProtocolModelIT {
    private static final Path MODEL = Path.of(Objects.requireNonNull(System.getProperty("feedmill.root")), "protocol");

    /** One job: the modules beside this one need the other processor. */
    private static final List<String> COMMAND = List.of("./run", "--jobs", "1", "--quick");

    @Test
    @Tag("full")
    void everyCaseHoldsOrFailsAsExpected(@TempDir Path folder) throws Exception {
        assumeTrue(isOnPath("python3") || isOnPath("pypy3"), "protocol/run needs Python 3, and this machine has none");
        Path output = folder.resolve("output");
        Process run = new ProcessBuilder(COMMAND)
                .directory(MODEL.toFile())
                .redirectErrorStream(true)
                .redirectOutput(output.toFile())
                .start();
        boolean ended;
        try {
            ended = run.waitFor(6, TimeUnit.MINUTES);
        } finally {
            stop(run);
        }
        String printed = Files.readString(output, UTF_8);
        assertThat(ended)
                .as("%s ends in time; it printed:%n%s", COMMAND, printed)
                .isTrue();
        assertThat(run.exitValue()).as("exit code; it printed:%n%s", printed).isZero();
        assertThat(printed.stripTrailing()).as("the last line").endsWith(" passed, 0 failed");
        assertRecorded(printed);
    }

    private static void assertRecorded(String printed) throws Exception {
        String recorded = Files.readString(MODEL.resolve("results.txt"), UTF_8);
        assertThat(recorded)
                .as(
                        "the model has changed: protocol/run --max-states 150000 > protocol/results.txt explores all cases of it")
                .contains(printed.lines()
                        .filter(line -> line.startsWith("sources "))
                        .toList());
        assertThat(recorded.stripTrailing()).endsWith(" passed, 0 failed");
    }

    private static boolean isOnPath(String program) {
        String path = Objects.requireNonNullElse(System.getenv("PATH"), "");
        return Pattern.compile(File.pathSeparator, Pattern.LITERAL)
                .splitAsStream(path)
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** The shell has become Python; each case is a child of it. */
    private static void stop(Process run) {
        run.descendants().forEach(ProcessHandle::destroyForcibly);
        run.destroyForcibly();
    }
}
