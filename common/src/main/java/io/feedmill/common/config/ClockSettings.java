package io.feedmill.common.config;

import java.nio.file.Path;
import java.time.Clock;
import org.jspecify.annotations.Nullable;
import org.springframework.boot.context.properties.ConfigurationProperties;

/**
 * What time it is.
 *
 * @param file for drills: says what time it is, as in {@code 2026-03-01T12:00:00Z}, whenever somebody asks; null: the system's clock
 */
@ConfigurationProperties("feedmill.clock")
public record ClockSettings(@Nullable Path file) {

    public Clock clock() {
        return file == null ? Clock.systemUTC() : new FileClock(file);
    }
}
