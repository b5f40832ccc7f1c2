package io.feedmill.bench.report;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ReportsTest {

    private final Run run = Examples.run();

    @Test
    void showsFiguresNotesAndGoalsWithin120Columns() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = Screen.plain(new PrintStream(bytes, true, UTF_8));
        run.parts().forEach(part -> Reports.show(part, screen));
        Reports.showGoals(run, screen);
        assertThat(bytes.toString(UTF_8).lines())
                .contains("Delivery & more, by deliveries/s", "  A note.", "goals")
                .anyMatch(line -> line.startsWith("  delivery-limit") && line.endsWith("   0.913, met"))
                .allMatch(line -> line.length() <= 120);
    }

    @Test
    void writesAPageWithItsPlotsIntoAFolderNamedForTheMinute(@TempDir Path results) throws IOException {
        Path page = Reports.writePage(run, results);
        assertThat(page).isEqualTo(results.resolve("2026-11-22-0413/README.md"));
        assertThat(page.resolveSibling("delivery-1.svg")).content().contains(">Growth<");
        assertThat(page.resolveSibling("delivery-2.svg")).content().contains(">Delivery &amp; more<");
        assertThat(Files.readString(page))
                .contains("- Feedmill 1.0, commit 0123456789ab\n- A CPU, 2 cores, 24,000 MiB\n")
                .contains("- AWS SDK 2.54.13\n- ElasticMQ 1.7.1\n")
                .contains("![Growth](delivery-1.svg)", "![Delivery & more](delivery-2.svg)")
                .contains("| Feedmill | 14,790 (14,000–15,580) | 0.91 (0.88–0.95) | – | 7.75 (7.50–8.00) | 1.0000 |")
                .contains("\n- A note.\n")
                .doesNotContain("quick run");
    }

    @Test
    void writesJson(@TempDir Path folder) {
        Path file = folder.resolve("new/run.json");
        Reports.writeJson(run, file);
        assertThat(file).hasContent(JsonReport.of(run));
    }

    @Test
    void aQuickRunSaysSo(@TempDir Path results) {
        Run quick = new Run(run.machine(), run.build(), true, run.startedAt(), run.parts());
        assertThat(Reports.writePage(quick, results)).content().contains("Do not quote it");
    }
}
