package io.feedmill.common.config;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Instant;
import java.time.ZoneId;
import java.time.ZoneOffset;

/** A clock that stands still until its file says another time, for several processes at once. Thread-safe where the file is replaced as a whole. */
final class FileClock extends Clock {
    private final Path file;

    /**
     * @throws UncheckedIOException if the file cannot be read
     */
    FileClock(Path file) {
        this.file = file;
        instant();
    }

    @Override
    public Instant instant() {
        try {
            return Instant.parse(Files.readString(file).strip());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public ZoneId getZone() {
        return ZoneOffset.UTC;
    }

    /** Whatever the zone: it is told of no one. */
    @Override
    public Clock withZone(ZoneId zone) {
        return this;
    }
}
