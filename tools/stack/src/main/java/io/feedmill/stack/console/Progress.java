package io.feedmill.stack.console;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** Prints the progress of a task: a line every few seconds, and one when it is closed. Thread-safe. */
public final class Progress implements AutoCloseable {
    private static final long PAUSE = Duration.ofSeconds(3).toNanos();

    private final PrintStream out;
    private final String task;
    private final long total;
    private final LongSupplier nanoTime;
    private long lastLine;
    private long done;

    Progress(PrintStream out, String task, long total, LongSupplier nanoTime) {
        this.out = out;
        this.task = task;
        this.total = total;
        this.nanoTime = nanoTime;
        this.lastLine = nanoTime.getAsLong();
    }

    /** Reports the number done so far, of the total. A number below an earlier one is ignored. */
    public synchronized void at(long newDone) {
        done = Math.max(done, newDone);
        long now = nanoTime.getAsLong();
        if (now - lastLine >= PAUSE) {
            lastLine = now;
            print();
        }
    }

    @Override
    public synchronized void close() {
        print();
    }

    private void print() {
        out.printf("  %s: %,d of %,d (%d%%)%n", task, done, total, total == 0 ? 100 : 100 * done / total);
    }
}
