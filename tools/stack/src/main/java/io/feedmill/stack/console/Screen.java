package io.feedmill.stack.console;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;
import java.util.stream.Gatherers;

/** Prints messages for the user, line by line. Thread-safe. */
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

    /** Makes the call for each item, this number at once, and prints the progress. Returns the answers in the order of the items. */
    public <T, R> List<R> each(String task, int atOnce, List<T> items, Function<T, R> call) {
        AtomicLong done = new AtomicLong();
        try (Progress progress = progress(task, items.size())) {
            return items.stream()
                    .gather(Gatherers.mapConcurrent(atOnce, item -> {
                        R answer = call.apply(item);
                        progress.at(done.incrementAndGet());
                        return answer;
                    }))
                    .toList();
        }
    }
}
