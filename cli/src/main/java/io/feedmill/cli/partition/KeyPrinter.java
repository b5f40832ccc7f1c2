package io.feedmill.cli.partition;

import io.feedmill.cli.command.CommandException;
import io.feedmill.cli.command.StateFile;
import io.feedmill.cli.command.Usage;
import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.partition.PartitionListing;
import java.io.PrintStream;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.LongSupplier;
import tools.jackson.databind.json.JsonMapper;

/** Prints each key on a line, control characters as <code>\\u001b</code>, and saves the position about every second. */
final class KeyPrinter implements ListingSink {
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

    private final PrintStream out;
    private final boolean json;
    private final Optional<StateFile<PartitionListing>> file;
    private final LongSupplier nanoTime;
    private PartitionListing listing;
    private long saved;

    /** Prints keys in DynamoDB's JSON, <code>{"S": "…"}</code>, or their values alone. The listing is the position at the beginning. */
    KeyPrinter(
            PrintStream out,
            boolean json,
            Optional<StateFile<PartitionListing>> file,
            LongSupplier nanoTime,
            PartitionListing listing) {
        this.out = out;
        this.json = json;
        this.file = file;
        this.nanoTime = nanoTime;
        this.listing = listing;
        this.saved = nanoTime.getAsLong();
    }

    /** Throws a {@link CommandException} if the output is closed: further reads would only cost read units. */
    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        found.forEach(key -> out.println(Usage.safe(line(key))));
        if (out.checkError()) {
            throw new CommandException("The output was closed.");
        }
        listing = now;
        if (nanoTime.getAsLong() - saved >= INTERVAL) {
            save();
        }
    }

    private String line(KeyValue key) {
        return json ? JsonMapper.shared().writeValueAsString(Map.of(key.type().name(), key.text())) : key.text();
    }

    /** Saves the position after the printed lines; removes the file of a finished listing. */
    void save() {
        file.ifPresent(state -> {
            if (listing.finished()) {
                state.remove();
            } else {
                state.write(listing);
            }
        });
        saved = nanoTime.getAsLong();
    }

    PartitionListing listing() {
        return listing;
    }
}
