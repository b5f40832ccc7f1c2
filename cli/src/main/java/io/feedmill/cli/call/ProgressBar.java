package io.feedmill.cli.call;

import java.io.Console;
import java.io.PrintWriter;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** A bar on a terminal's standard error, which is removed when this is closed; elsewhere nothing. Not thread-safe. */
final class ProgressBar implements AutoCloseable {
    private static final int WIDTH = 30;

    private final String unit;
    private final @Nullable PrintWriter terminal;
    private String shown = "";

    /** A bar on this terminal; null: none. */
    ProgressBar(String unit, @Nullable PrintWriter terminal) {
        this.unit = unit;
        this.terminal = terminal;
    }

    static ProgressBar of(String unit, PrintWriter err) {
        Optional<Console> terminal = Optional.ofNullable(System.console()).filter(Console::isTerminal);
        return new ProgressBar(unit, terminal.map(console -> err).orElse(null));
    }

    /** Shows a part of a total; 0: the total is unknown, and nothing is shown. */
    void at(long done, long total) {
        if (total == 0) {
            return;
        }
        long percent = 100 * done / total;
        int full = (int) (WIDTH * percent / 100);
        draw("[%s%s] %3d%% %,d of %,d %s"
                .formatted("#".repeat(full), " ".repeat(WIDTH - full), percent, done, total, unit));
    }

    @Override
    public void close() {
        draw("");
    }

    private void draw(String line) {
        if (terminal != null && !line.equals(shown)) {
            terminal.print("\r" + line + " ".repeat(Math.max(0, shown.length() - line.length()))
                    + (line.isEmpty() ? "\r" : ""));
            terminal.flush();
            shown = line;
        }
    }
}
