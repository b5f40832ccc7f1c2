package io.feedmill.stack.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import org.junit.jupiter.api.Test;

class TableTest {

    @Test
    void columnsAreAsWideAsTheirWidestCell() {
        Table table = new Table("name", "n");
        table.row("a", "1");
        table.row("longer", "12,345");
        assertThat(table.lines()).containsExactly("  name          n", "  a             1", "  longer   12,345");
    }

    @Test
    void refusesARowThatDoesNotFit() {
        assertThatIllegalArgumentException().isThrownBy(() -> new Table("one").row("a", "b"));
    }
}
