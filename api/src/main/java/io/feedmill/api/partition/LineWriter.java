package io.feedmill.api.partition;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.feedmill.api.cursor.CursorScope;
import io.feedmill.api.cursor.Cursors;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ListingCodec;
import io.feedmill.common.scan.ListingSink;
import io.feedmill.common.scan.PartitionListing;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.util.List;
import org.jspecify.annotations.Nullable;
import tools.jackson.databind.json.JsonMapper;

/** Writes what is found as lines of JSON, and every so many reads how far that is: who is cut off goes on there. */
final class LineWriter implements ListingSink {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final int READS_A_PROGRESS = 100;

    private final OutputStream out;
    private final Cursors cursors;
    private PartitionListing listing;
    private int reads;

    LineWriter(OutputStream out, Cursors cursors, PartitionListing listing) {
        this.out = out;
        this.cursors = cursors;
        this.listing = listing;
    }

    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        found.forEach(key -> write(PartitionLine.Partition.of(key)));
        listing = now;
        reads++;
        if (reads % READS_A_PROGRESS == 0) {
            progress(null);
        }
    }

    /** With the problem that ends the answer early; null where none does. */
    void progress(@Nullable String problem) {
        String position = listing.finished() ? null : ListingCodec.encode(listing);
        String next = cursors.issue(CursorScope.partitions(listing.table()), position);
        write(new PartitionLine.Progress(listing.found(), listing.units(), next, problem));
        try {
            out.flush();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    void write(PartitionLine line) {
        try {
            out.write((JSON.writeValueAsString(line) + "\n").getBytes(UTF_8));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
