package io.feedmill.bench.scenario;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.feedmill.bench.measure.Metric;
import io.feedmill.stack.EdgeListReader;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.StepFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class StreamFrameworkTest {

    @TempDir
    private Path folder;

    @Test
    void writesFollowerAndAuthorAsNumbersFromOne() throws IOException {
        Path edges = Files.writeString(folder.resolve("edges"), "ann bob\ncyd bob\nbob ann\n");
        Path file = folder.resolve("made/graph");
        StreamFramework.write(EdgeListReader.read(edges, false, ignored -> {}), file);
        assertThat(Files.readAllLines(file)).containsExactlyInAnyOrder("1 2", "3 2", "2 1");
    }

    @Test
    void isReadyIfTheScriptSucceeds() throws IOException {
        assertThat(setUp("echo \"into $1\"")).isEmpty();
    }

    @Test
    void theLastLineOfTheScriptIsTheReason() throws IOException {
        assertThat(setUp("echo a step; echo there is no Python. >&2; exit 1"))
                .hasValue("Stream-Framework was not measured. there is no Python.");
    }

    private Optional<String> setUp(String script) throws IOException {
        Files.writeString(folder.resolve("setup"), script);
        Screen screen = Screen.plain(new PrintStream(new ByteArrayOutputStream(), true, StandardCharsets.UTF_8));
        return new StreamFramework(folder, folder.resolve("made")).setUp(screen);
    }

    @Test
    void decodesTheFiguresOfAFanOut() {
        String output = "a warning\n{\"delivered\": 2000, \"seconds\": 0.5, \"cpuSeconds\": 0.25}\n";
        assertThat(StreamFramework.decode(output).sample())
                .isEqualTo(Map.of(Metric.DELIVERIES_PER_SECOND, 4_000.0, Metric.CPU_MICROS, 125.0));
    }

    @Test
    void outputThatIsNotJsonIsAFailure() {
        assertThatThrownBy(() -> StreamFramework.decode("Traceback\nKeyError: 'x'"))
                .isInstanceOf(StepFailure.class)
                .hasMessage("Stream-Framework has failed: Traceback\nKeyError: 'x'");
    }
}
