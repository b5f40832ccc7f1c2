package io.feedmill.cli.partition;

import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ListingSink;
import io.feedmill.common.scan.PartitionListing;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.function.LongSupplier;
import tools.jackson.databind.json.JsonMapper;

/** Prints what is found, a line each, and keeps about every second how far that is. */
public final class KeyPrinter implements ListingSink {
    private static final JsonMapper JSON = JsonMapper.shared();
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

    private final PrintStream out;
    private final boolean json;
    private final ListingFile file;
    private final LongSupplier nanoTime;
    private PartitionListing listing;
    private long kept;

    /**
     * A printer.
     *
     * @param json whether to print keys as DynamoDB writes them, <code>{"S": "…"}</code>, instead of their values alone
     * @param nanoTime monotonic, as {@link System#nanoTime()}
     */
    public KeyPrinter(
            PrintStream out, boolean json, ListingFile file, LongSupplier nanoTime, PartitionListing listing) {
        this.out = out;
        this.json = json;
        this.file = file;
        this.nanoTime = nanoTime;
        this.listing = listing;
        this.kept = nanoTime.getAsLong();
    }

    /** Throws a {@link ListingFailure} if nobody takes the lines: to go on would only cost read units. */
    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        found.forEach(key -> out.println(line(key)));
        if (out.checkError()) {
            throw new ListingFailure("The output was closed.");
        }
        listing = now;
        if (nanoTime.getAsLong() - kept >= INTERVAL) {
            keep();
        }
    }

    private String line(KeyValue key) {
        return json ? JSON.writeValueAsString(Map.of(key.type().name(), key.text())) : key.text();
    }

    /** Keeps how far the lines that were printed go. */
    public void keep() {
        file.keep(listing);
        kept = nanoTime.getAsLong();
    }

    /** How far the lines that were printed go. */
    public PartitionListing listing() {
        return listing;
    }
}
