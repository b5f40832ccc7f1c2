package io.feedmill.stack.console;

import java.io.Console;
import java.io.PrintStream;
import java.util.Optional;

/** Where we tell the user what happens. Thread-safe. */
public final class Screen {

    private final PrintStream out;
    private final boolean terminal;

    private Screen(PrintStream out, boolean terminal) {
        this.out = out;
        this.terminal = terminal;
    }

    /** Standard output, with bars if it is a terminal. */
    public static Screen standard() {
        boolean terminal =
                Optional.ofNullable(System.console()).map(Console::isTerminal).orElse(false);
        return new Screen(System.out, terminal);
    }

    /** Lines only. */
    public static Screen plain(PrintStream out) {
        return new Screen(out, false);
    }

    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /** A row of a table: what it is, and the figure. */
    public void row(String name, String value) {
        say("  %-28s %s".formatted(name, value));
    }

    /** The table, with a line before it. */
    public void show(Table table) {
        say("");
        table.lines().forEach(this::say);
    }

    public Progress progress(String task, long total) {
        return terminal ? new BarProgress(task, total) : new LineProgress(out, task, total, System::nanoTime);
    }
}
