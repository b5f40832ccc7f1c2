package io.feedmill.cli.audit;

import io.feedmill.cli.audit.Results.Snapshot;
import io.feedmill.stack.console.Screen;
import java.time.Duration;
import java.util.function.LongSupplier;

/** A line now and then: nobody knows how much is still to come. */
public final class AuditProgress {
    private static final long PAUSE = Duration.ofSeconds(10).toNanos();

    private final Screen screen;
    private final LongSupplier nanoTime;
    private long lastLine;

    public AuditProgress(Screen screen, LongSupplier nanoTime) {
        this.screen = screen;
        this.nanoTime = nanoTime;
        this.lastLine = nanoTime.getAsLong();
    }

    public void at(AuditState state) {
        long now = nanoTime.getAsLong();
        if (now - lastLine >= PAUSE) {
            lastLine = now;
            screen.say(line(state));
        }
    }

    private static String line(AuditState state) {
        Snapshot results = state.results();
        return "  %,d authors, %,d posts, %,d items checked, %,d scanned, %,d findings, %,.0f read units"
                .formatted(
                        results.count(Count.AUTHORS),
                        results.count(Count.POSTS),
                        results.count(Count.ITEMS),
                        results.count(Count.SCANNED),
                        results.findings(),
                        state.readUnits());
    }
}
