package io.feedmill.chaos.scenario;

import io.feedmill.chaos.run.RigRun;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.MethodChoice;
import io.feedmill.common.scan.MethodChoice.ScanMethod;
import io.feedmill.common.scan.MethodChooser;
import io.feedmill.common.scan.PartitionLister;
import io.feedmill.common.scan.PartitionListing;
import io.feedmill.common.scan.ScanStore;
import io.feedmill.common.scan.ScannedTable;
import io.feedmill.emulators.EmulatorProcesses;
import io.feedmill.emulators.Ports;
import io.feedmill.stack.Platform;
import io.feedmill.stack.StorageAccess;
import io.feedmill.stack.Workspace;
import io.feedmill.stack.console.Screen;
import io.feedmill.stack.console.Table;
import io.feedmill.stack.load.Figures;
import io.feedmill.stack.load.RunClock;
import io.feedmill.stack.verify.Findings;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.stream.IntStream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** Needs no rig: it reads a table without workers. */
@Command(
        name = "partitions",
        description = {
            "Lists the partition keys of a large table by a scan and by skipping: read units and seconds of each.",
            "It needs no workers."
        })
public final class PartitionsScenario extends Scenario {
    private static final int WRITERS = 16;
    private static final double HALF_UNIT_BYTES = 4_096;

    @Option(names = "--partitions", paramLabel = "N", description = "Partitions of the table (${DEFAULT-VALUE}).")
    private int partitions = 2_000;

    @Option(names = "--items", paramLabel = "N", description = "Items of each partition (${DEFAULT-VALUE}).")
    private int items = 1_000;

    @Option(names = "--item-bytes", paramLabel = "N", description = "Size of each item (${DEFAULT-VALUE}).")
    private int bytes = 500;

    @Option(
            names = "--segments",
            paramLabel = "N",
            split = ",",
            description = {
                "Segments read in parallel, one number after the other (${DEFAULT-VALUE}).",
                "DynamoDB Local sorts a segment for each read of it: few of a large table take hours."
            })
    private List<Integer> segments = List.of(64);

    private final Findings findings = new Findings();
    private final Table table =
            new Table("method", "segments", "partitions", "read units", "by arithmetic", "units/partition", "seconds");

    @Override
    void checkOptions() {
        require(partitions >= 1 && partitions <= 1_000_000, "--partitions must be 1 to 1000000.");
        require(items >= 1 && items <= 1_000_000, "--items must be 1 to 1000000.");
        require(bytes >= 100 && bytes <= 4_096, "--item-bytes must be 100 to 4096.");
        require(segments.stream().allMatch(each -> each >= 1 && each <= 256), "--segments must be 1 to 256.");
    }

    @Override
    void run(RigRun run) {
        throw new UnsupportedOperationException("needs no rig");
    }

    @Override
    boolean start(Screen screen) {
        EmulatorProcesses.Options options = EmulatorProcesses.Options.ANY_PORT;
        try (Platform platform = Platform.start(options, Workspace.configured(), Ports.findFree(), screen);
                StorageAccess storage = StorageAccess.of(platform)) {
            List<String> keys = IntStream.range(0, partitions)
                    .mapToObj("partition-%07d"::formatted)
                    .toList();
            screen.each("partitions written", WRITERS, keys, key -> {
                storage.fillFeeds(key, items, bytes);
                return key;
            });
            ScanStore store = storage.scans();
            ScannedTable described = store.describe(storage.feedTable()).orElseThrow();
            MethodChoice auto = new MethodChooser(store).choose(described, null);
            screen.row(
                    "auto", "%s, for %.1f read units: %s".formatted(name(auto.method()), auto.spent(), auto.reason()));
            for (ScanMethod method : List.of(ScanMethod.SCAN, ScanMethod.SKIP)) {
                segments.forEach(number -> list(store, described, method, number));
            }
        }
        screen.show(table);
        screen.say("  By arithmetic: half a read unit for each 4 KiB scanned, or for each partition skipped.");
        screen.say("  Seconds are those of DynamoDB Local, which sorts a segment for each read of it.");
        return findings.print(screen::say, "each way finds each partition once, for the expected read units");
    }

    private void list(ScanStore store, ScannedTable described, ScanMethod method, int number) {
        PartitionListing begin =
                PartitionListing.begin(described.name(), MethodChoice.asked(described, method, null), number);
        List<KeyValue> found = new ArrayList<>();
        RunClock clock = new RunClock();
        PartitionListing end =
                new PartitionLister(store).list(described, begin, Double.MAX_VALUE, (more, now) -> found.addAll(more));
        double seconds = Figures.seconds(clock.now());
        check(method, number, found, end.units());
        table.row(
                name(method),
                Integer.toString(number),
                "%,d".formatted(end.found()),
                "%,.1f".formatted(end.units()),
                "%,.1f".formatted(arithmetic(method)),
                "%.2f".formatted(end.units() / partitions),
                "%.1f".formatted(seconds));
    }

    private double arithmetic(ScanMethod method) {
        double size = (double) partitions * items * bytes;
        return method == ScanMethod.SKIP ? partitions / 2.0 : Math.ceil(size / HALF_UNIT_BYTES) / 2;
    }

    /** Each read is rounded up: a hundredth is left for that, and one read for the end of each segment. */
    private void check(ScanMethod method, int number, List<KeyValue> found, double units) {
        int distinct = new HashSet<>(found).size();
        findings.require(
                distinct == partitions && found.size() == partitions,
                "%s with %d segments found %,d partitions, %,d of them distinct"
                        .formatted(name(method), number, found.size(), distinct));
        double max = arithmetic(method) * 1.01 + number;
        findings.require(
                units <= max,
                "%s with %d segments consumed %,.1f read units, not up to %,.1f"
                        .formatted(name(method), number, units, max));
    }

    private static String name(ScanMethod method) {
        return method.name().toLowerCase(Locale.ROOT);
    }
}
