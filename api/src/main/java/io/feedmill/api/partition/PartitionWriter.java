package io.feedmill.api.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.storage.Deadline;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Writes a listing as NDJSON, with a progress line every 100 reads: a client continues an interrupted listing from there. */
final class PartitionWriter implements ListingSink {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int READS_PER_PROGRESS = 100;

    private final OutputStream out;
    private final Cursors cursors;
    private final CursorScope scope;
    private final Deadline end;
    private PartitionListing listing;
    private int reads;

    /** The first line: how the table is read, and why. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Method(String method, @Nullable String index, String reason) {}

    /** A partition key in DynamoDB's JSON: its type and its value, binary values in base64. */
    record Partition(Map<String, String> partition) {}

    /** The progress with that of earlier calls; also the last line. {@code next} is absent only at the end, {@code problem} without one. */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    record Progress(
            long found,
            double readUnits,
            @Nullable String next,
            @Nullable String problem) {}

    PartitionWriter(OutputStream out, Cursors cursors, CursorScope scope, PartitionListing listing, Deadline end) {
        this.out = out;
        this.cursors = cursors;
        this.scope = scope;
        this.end = end;
        this.listing = listing;
    }

    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        found.forEach(key -> write(new Partition(Map.of(key.type().name(), key.text()))));
        listing = now;
        reads++;
        if (reads % READS_PER_PROGRESS == 0) {
            progress(null);
        }
    }

    @Override
    public boolean wantsMore() {
        return end.hasRoomFor(Duration.ZERO);
    }

    /** Writes the progress, with the problem type that ends the answer early; null if none does. */
    void progress(@Nullable String problem) {
        String position = listing.finished() ? null : PartitionListing.encode(listing);
        String next = cursors.issue(scope, position);
        write(new Progress(listing.found(), listing.units(), next, problem));
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** @param line one of the records here */
    void write(Object line) {
        try {
            out.write((JSON.writeValueAsString(line) + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
