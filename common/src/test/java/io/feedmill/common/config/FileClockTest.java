package io.feedmill.common.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class FileClockTest {
    private final Path file;

    FileClockTest(@TempDir Path directory) {
        file = directory.resolve("clock");
    }

    @Test
    void showsWhatTheFileSaysNow() throws IOException {
        Files.writeString(file, "2026-03-01T12:00:00Z\n");
        Clock clock = new ClockSettings(file).clock();
        assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-01T12:00:00Z"));
        Files.writeString(file, "2026-03-01T12:05:00Z");
        assertThat(clock.instant()).isEqualTo(Instant.parse("2026-03-01T12:05:00Z"));
    }

    @Test
    void needsTheFileFromTheBeginning() {
        assertThatThrownBy(() -> new ClockSettings(file).clock()).isInstanceOf(UncheckedIOException.class);
    }

    @Test
    void withoutAFileItIsTheSystems() {
        assertThat(new ClockSettings(null).clock()).isEqualTo(Clock.systemUTC());
    }
}
