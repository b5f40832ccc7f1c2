package io.feedmill.stack.console;

import java.io.PrintStream;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A line now and then, for a log: one whenever some seconds have passed since the last, and one at the end. */
final class LineProgress implements Progress {

    private static final long PAUSE = Duration.ofSeconds(3).toNanos();

    private final PrintStream out;
    private final String task;
    private final long total;
    private final LongSupplier nanoTime;
    private long lastLine;
    private long done;

    LineProgress(PrintStream out, String task, long total, LongSupplier nanoTime) {
        this.out = out;
        this.task = task;
        this.total = total;
        this.nanoTime = nanoTime;
        this.lastLine = nanoTime.getAsLong();
    }

    @Override
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
        long percent = total == 0 ? 100 : 100 * done / total;
        out.printf("  %s: %,d of %,d (%d%%)%n", task, done, total, percent);
    }
}
