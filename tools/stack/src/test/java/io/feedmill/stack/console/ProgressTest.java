package io.feedmill.stack.console;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ProgressTest {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
    private final AtomicLong time = new AtomicLong();

    @Test
    void printsNowAndThenAndAtTheEnd() {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        try (Progress progress = new Progress(out, "work", 4, time::get)) {
            progress.at(1);
            time.addAndGet(Duration.ofSeconds(3).toNanos());
            progress.at(2);
            progress.at(3);
            progress.at(4);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines())
                .containsExactly("  work: 2 of 4 (50%)", "  work: 4 of 4 (100%)");
    }

    @Test
    void ignoresLateReports() {
        PrintStream out = new PrintStream(bytes, true, StandardCharsets.UTF_8);
        try (Progress progress = new Progress(out, "work", 4, time::get)) {
            progress.at(4);
            progress.at(3);
        }
        assertThat(bytes.toString(StandardCharsets.UTF_8).lines()).containsExactly("  work: 4 of 4 (100%)");
    }
}
