package io.feedmill.bench;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import org.junit.jupiter.api.Test;

class PageTest {
    private final Run run = Examples.run();

    @Test
    void theScreenShowsFiguresNotesAndGoalsWithin120Columns() {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        Screen screen = Screen.plain(new PrintStream(bytes, true, UTF_8));
        run.parts().forEach(part -> BenchCommand.show(part, screen));
        BenchCommand.show(Tables.of(run.goals()), screen);
        assertThat(bytes.toString(UTF_8).lines())
                .contains("Delivery & more, by deliveries/s", "  A note.")
                .anyMatch(line -> line.startsWith("  delivery-limit") && line.endsWith("   0.913, met"))
                .allMatch(line -> line.length() <= 120);
    }

    @Test
    void thePageHasFactsTablesAndNotes() {
        assertThat(Page.file(run)).isEqualTo("2026-11-22-0413.md");
        assertThat(Page.of(run))
                .contains("- Feedmill 1.0, commit 0123456789ab\n- A CPU, 2 cores, 24,000 MiB\n")
                .contains("- AWS SDK 2.54.13\n- ElasticMQ 1.7.1\n")
                .contains("\n## delivery: Delivery\n\nDelivery & more\n\n|")
                .contains("| Feedmill | 14,790 (14,000–15,580) | 0.91 (0.88–0.95) | – | 7.75 (7.50–8.00) | 1.0000 |")
                .contains("\n- A note.\n")
                .doesNotContain("quick run");
    }

    @Test
    void aQuickRunIsMarked() {
        Run quick = new Run(run.machine(), run.build(), true, run.startedAt(), run.parts());
        assertThat(Page.of(quick)).contains("Do not quote it");
    }
}
