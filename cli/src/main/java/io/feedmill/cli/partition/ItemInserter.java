package io.feedmill.cli.partition;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.PartitionLister.ListingSink;
import io.feedmill.common.partition.PartitionListing;
import io.feedmill.common.storage.SideBySide;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import java.util.stream.Gatherers;

/** Inserts an item into each collection, some at once, and prints the keys of those that did not have it. The saved position is after them. */
final class ItemInserter implements ListingSink {
    private static final int BATCH = 16;
    private static final long INTERVAL = Duration.ofSeconds(1).toNanos();

    private final Predicate<KeyValue> insertion;
    private final KeyPrinter printer;
    private final LongSupplier nanoTime;
    private final SideBySide sideBySide = new SideBySide(BATCH);
    private final List<KeyValue> waiting = new ArrayList<>();
    private PartitionListing position;
    private long written;
    private long inserted;

    /** The insertion returns false if the item was there. */
    ItemInserter(Predicate<KeyValue> insertion, KeyPrinter printer, LongSupplier nanoTime) {
        this.insertion = insertion;
        this.printer = printer;
        this.nanoTime = nanoTime;
        this.position = printer.listing();
        this.written = nanoTime.getAsLong();
    }

    @Override
    public void accept(List<KeyValue> found, PartitionListing now) {
        waiting.addAll(found);
        position = now;
        if (waiting.size() >= BATCH || nanoTime.getAsLong() - written >= INTERVAL) {
            flush();
        }
    }

    /** Inserts into the collections that wait. After a failure the position stays before them, and the keys of those with the item are printed. */
    void flush() {
        Queue<KeyValue> absent = new ConcurrentLinkedQueue<>();
        PartitionListing after = printer.listing();
        try {
            waiting.stream()
                    .gather(Gatherers.windowFixed(BATCH))
                    .forEach(batch -> sideBySide.map(batch, key -> insertion.test(key) && absent.add(key)));
            after = position;
        } finally {
            waiting.clear();
            written = nanoTime.getAsLong();
            inserted += absent.size();
            printer.accept(List.copyOf(absent), after);
        }
    }

    long inserted() {
        return inserted;
    }
}
