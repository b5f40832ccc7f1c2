package io.feedmill.stack.console;

import java.io.PrintStream;

/** Tells the user what happens, line by line. Thread-safe. */
public final class Screen {
    private final PrintStream out;

    private Screen(PrintStream out) {
        this.out = out;
    }

    public static Screen standard() {
        return new Screen(System.out);
    }

    public static Screen plain(PrintStream out) {
        return new Screen(out);
    }

    public void say(String line) {
        out.println(line);
        out.flush();
    }

    /** Prints a name and its value. */
    public void row(String name, String value) {
        say("  %-28s %s".formatted(name, value));
    }

    /** Prints the table after an empty line. */
    public void show(Table table) {
        say("");
        table.lines().forEach(this::say);
    }

    public Progress progress(String task, long total) {
        return new Progress(out, task, total, System::nanoTime);
    }
}
