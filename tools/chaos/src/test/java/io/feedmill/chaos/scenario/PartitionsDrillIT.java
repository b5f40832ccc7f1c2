package io.feedmill.chaos.scenario;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.stack.BulkTable;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Timeout(120)
class PartitionsDrillIT {

    @TempDir
    private Path folder = Path.of("");

    @Test
    void eachWayFindsEachPartitionForWhatItShouldConsume() {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        Screen screen = Screen.plain(new PrintStream(out, true, StandardCharsets.UTF_8));
        try (BulkTable table = BulkTable.start(new Workspace(folder), 50, 500)) {
            boolean kept = new PartitionsDrill(table, screen, 60, List.of(1, 3)).run();
            String shown = out.toString(StandardCharsets.UTF_8);
            assertThat(kept).as(shown).isTrue();
            assertThat(shown)
                    .contains("auto ", "skip, for ")
                    .containsPattern("scan +1 +60 +18[0-9]\\.[0-9] +183\\.5 ")
                    .containsPattern("scan +3 +60 ")
                    .containsPattern("skip +1 +60 +3[01]\\.[0-9] +30\\.0 +0\\.5[0-9]? ")
                    .containsPattern("skip +3 +60 ");
        }
    }
}
