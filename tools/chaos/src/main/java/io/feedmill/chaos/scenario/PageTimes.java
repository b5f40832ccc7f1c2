package io.feedmill.chaos.scenario;

import io.feedmill.stack.load.RunClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Supplier;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/** How long pages took, one after the other: a store or a machine that stands still delays whatever depends on its reads. Thread-safe. */
final class PageTimes {
    private final RunClock clock = new RunClock();
    private final List<Read> ended = new ArrayList<>();
    private @Nullable Duration begun;

    private record Read(Duration began, Duration end) {}

    Duration now() {
        return clock.now();
    }

    /** Reads a page; for one thread. */
    <T> T time(Supplier<T> page) {
        begin(clock.now());
        T read = page.get();
        end(clock.now());
        return read;
    }

    private synchronized void begin(Duration now) {
        begun = now;
    }

    private synchronized void end(Duration now) {
        if (begun != null) {
            ended.add(new Read(begun, now));
        }
        begun = null;
    }

    /** Returns the longest time of a page that ended since then, or has not ended. */
    synchronized Duration slowestSince(Duration time) {
        Stream<Read> current = begun == null ? Stream.of() : Stream.of(new Read(begun, clock.now()));
        return Stream.concat(
                        ended.reversed().stream().takeWhile(read -> read.end().compareTo(time) >= 0), current)
                .map(read -> read.end().minus(read.began()))
                .max(Duration::compareTo)
                .orElse(Duration.ZERO);
    }
}
