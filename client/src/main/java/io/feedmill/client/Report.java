package io.feedmill.client;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The sums from a time, inclusive, to a time, exclusive; the price is that of the write units, in US dollars. */
public record Report(
        String id,
        Instant from,
        Instant to,
        int authors,
        long events,
        long posts,
        long deliveries,
        long views,
        long retractions,
        long writeUnits,
        BigDecimal price,
        long readUnits,
        Instant createdAt) {

    /** A report with its first lines. */
    public record WithLines(Report report, List<Line> items) {}

    /** The sums over the events of one author. */
    public record Line(
            String author,
            long posts,
            long deliveries,
            long views,
            long retractions,
            long writeUnits,
            BigDecimal price) {}

    /** The id that a requested report will have; null if no worker has looked for reports yet. */
    public record Requested(@Nullable String id) {}
}
