package io.feedmill.checker;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Takes the events of a history from any number of threads, into memory or a file. A call is appended when its answer is there or is given up; order
 * within a world does not matter, for each event has its time. A new world's first event is appended after all of the one before.
 */
public final class Recorder implements AutoCloseable {
    private final AtomicLong lastId = new AtomicLong();
    private final List<Event> events = new ArrayList<>();
    private final @Nullable BufferedWriter file;

    private Recorder(@Nullable BufferedWriter file) {
        this.file = file;
    }

    /** Returns a recorder whose {@link #events()} are in memory. */
    public static Recorder inMemory() {
        return new Recorder(null);
    }

    /** Returns a recorder that writes to a file. */
    public static Recorder to(Path file) throws IOException {
        return new Recorder(Files.newBufferedWriter(file));
    }

    /** Returns an id for a call. */
    public long nextId() {
        return lastId.incrementAndGet();
    }

    /** Appends an event. */
    public synchronized void append(Event event) {
        if (file == null) {
            events.add(event);
            return;
        }
        try {
            file.write(History.line(event));
            file.newLine();
        } catch (IOException e) {
            throw new UncheckedIOException("Cannot write the history", e);
        }
    }

    /** Returns what was appended; empty if it went to a file. */
    public synchronized List<Event> events() {
        return List.copyOf(events);
    }

    @Override
    public synchronized void close() throws IOException {
        if (file != null) {
            file.close();
        }
    }
}
