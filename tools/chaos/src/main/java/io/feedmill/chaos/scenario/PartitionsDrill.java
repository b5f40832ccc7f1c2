package io.feedmill.chaos.scenario;

import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.MethodChoice;
import io.feedmill.common.scan.MethodChooser;
import io.feedmill.common.scan.PartitionLister;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanMethod;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import io.feedmill.stack.BulkTable;
import io.feedmill.stack.console.Progress;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.FindingsList;
import io.feedmill.stack.load.Parallel;
import io.feedmill.stack.verify.Difference;
import io.feedmill.stack.verify.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;

/** Lists the distinct partition keys of a large table by a scan and by skipping, and holds that against what it should consume. */
public final class PartitionsDrill {
    private static final int WRITERS = 16;
    private static final double HALF_UNIT_BYTES = 4_096;

    private final BulkTable bulk;
    private final Screen screen;
    private final int partitions;
    private final List<Integer> segments;
    private final Findings findings = new Findings();
    private final Table table =
            new Table("method", "segments", "partitions", "read units", "by arithmetic", "units/partition", "seconds");

    /**
     * Prepares the drill.
     *
     * @param bulk an empty table
     * @param segments that are read at once, one number after the other
     */
    public PartitionsDrill(BulkTable bulk, Screen screen, int partitions, List<Integer> segments) {
        this.bulk = bulk;
        this.screen = screen;
        this.partitions = partitions;
        this.segments = segments;
    }

    /** Whether each way found every partition once, for the read units that it should. How long it took is shown and not judged. */
    public boolean run() {
        fill();
        ScanStore store = bulk.scans();
        ScannedTable described = store.describe(bulk.name()).orElseThrow();
        MethodChoice auto = new MethodChooser(store).choose(described, null);
        screen.row("auto", "%s, for %.1f read units: %s".formatted(name(auto.method()), auto.spent(), auto.reason()));
        for (ScanMethod method : List.of(ScanMethod.SCAN, ScanMethod.SKIP)) {
            segments.forEach(parts -> list(store, described, method, parts));
        }
        screen.show(table);
        screen.say("  By arithmetic: half a read unit for each 4 KiB scanned, or for each partition skipped.");
        screen.say("  Seconds are those of DynamoDB Local, which sorts a segment for each read of it.");
        return FindingsList.print(findings, screen, "each way finds each partition once, for what it should consume");
    }

    private void fill() {
        List<String> keys = IntStream.range(0, partitions)
                .mapToObj("partition-%07d"::formatted)
                .toList();
        AtomicLong done = new AtomicLong();
        try (Progress progress = screen.progress("items written", (long) partitions * bulk.items())) {
            Parallel.map(keys, WRITERS, key -> {
                bulk.fill(key);
                progress.at(done.addAndGet(bulk.items()));
                return key;
            });
        }
    }

    private void list(ScanStore store, ScannedTable described, ScanMethod method, int parts) {
        PartitionListing begin =
                PartitionListing.begin(described.name(), MethodChoice.asked(described, method, null), parts);
        List<KeyValue> found = new ArrayList<>();
        long start = System.nanoTime();
        PartitionListing end =
                new PartitionLister(store).list(described, begin, Double.MAX_VALUE, (more, now) -> found.addAll(more));
        double seconds = (System.nanoTime() - start) / 1e9;
        check(method, parts, found, end.units());
        table.row(
                name(method),
                Integer.toString(parts),
                "%,d".formatted(end.found()),
                "%,.1f".formatted(end.units()),
                "%,.1f".formatted(arithmetic(method)),
                "%.2f".formatted(end.units() / partitions),
                "%.1f".formatted(seconds));
    }

    /** What the article calculates. */
    private double arithmetic(ScanMethod method) {
        double bytes = (double) partitions * bulk.items() * bulk.bytes();
        return method == ScanMethod.SKIP ? partitions / 2.0 : Math.ceil(bytes / HALF_UNIT_BYTES) / 2;
    }

    /** Each read is rounded up: a hundredth is left for that, and a read that finds the end of each segment. */
    private void check(ScanMethod method, int parts, List<KeyValue> found, double units) {
        Set<KeyValue> distinct = new HashSet<>(found);
        if (distinct.size() != partitions || found.size() != partitions) {
            broken("%s with %d segments found %,d partitions, %,d of them distinct"
                    .formatted(name(method), parts, found.size(), distinct.size()));
        }
        double most = arithmetic(method) * 1.01 + parts;
        if (units > most) {
            broken("%s with %d segments consumed %,.1f read units, not up to %,.1f"
                    .formatted(name(method), parts, units, most));
        }
    }

    private void broken(String sentence) {
        findings.add(List.of(new Difference.Broken(sentence)));
    }

    private static String name(ScanMethod method) {
        return method.name().toLowerCase(Locale.ROOT);
    }
}
