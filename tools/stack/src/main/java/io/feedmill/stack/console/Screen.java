package io.feedmill.stack.console;

import java.io.PrintStream;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicLong;
import java.util.function.Function;

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

    /** Makes the call for each item, this number at once, and prints the progress. Returns answers in the order of the items; ends by the first exception. */
    public <T, R> List<R> each(String task, int atOnce, List<T> items, Function<T, R> call) {
        AtomicLong done = new AtomicLong();
        try (Progress progress = progress(task, items.size());
                ExecutorService threads =
                        Executors.newFixedThreadPool(atOnce, Thread.ofVirtual().factory())) {
            List<CompletableFuture<R>> answers = items.stream()
                    .map(item -> CompletableFuture.supplyAsync(
                            () -> {
                                R answer = call.apply(item);
                                progress.at(done.incrementAndGet());
                                return answer;
                            },
                            threads))
                    .toList();
            try {
                return answers.stream().map(CompletableFuture::join).toList();
            } catch (CompletionException e) {
                threads.shutdownNow();
                throw e.getCause() instanceof RuntimeException cause ? cause : e;
            }
        }
    }
}
