package io.feedmill.bench.streamframework;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class InstallationTest {

    @TempDir
    private Path application;

    private final ByteArrayOutputStream shown = new ByteArrayOutputStream();

    @Test
    void isReadyWhenTheScriptSucceeds() throws IOException {
        Installation installation = installation("echo \"into $1\"");

        assertThat(installation.setUp(screen())).isEqualTo(new Installation.Ready(installation));
        assertThat(shown.toString(StandardCharsets.UTF_8))
                .isEqualTo("Stream-Framework: into " + application.resolve("made") + "\n");
    }

    @Test
    void saysInTheScriptsLastWordsWhatIsMissing() throws IOException {
        Installation installation = installation("echo a step; echo there is no Python. >&2; exit 1");

        assertThat(installation.setUp(screen())).isEqualTo(new Installation.Missing("there is no Python."));
    }

    private Installation installation(String script) throws IOException {
        Files.writeString(application.resolve("setup"), script);
        return new Installation(application, application.resolve("made"));
    }

    private Screen screen() {
        return Screen.plain(new PrintStream(shown, true, StandardCharsets.UTF_8));
    }
}
