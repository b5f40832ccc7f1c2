package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.stack.FeedmillCommand;
import io.feedmill.testkit.server.DynamoBackend;
import io.feedmill.testkit.server.DynamoScanBackend;
import io.feedmill.testkit.server.SharedEmulators;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The command on a table of another application: 20 partitions of 60 items of 1 KB. */
@Timeout(120)
@Tag("full")
class PartitionsCommandIT {
    private static final ScannedTable TABLE = new ScannedTable(
            "devices.of-others",
            new KeyAttribute("device", ScalarType.S),
            new KeyAttribute("at", ScalarType.N),
            0,
            0,
            List.of());

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private static Path folder = Path.of("");

    private static final List<String> DEVICES =
            IntStream.range(0, 20).mapToObj(i -> "device-" + i).toList();

    @BeforeAll
    static void fill() {
        DynamoScanBackend tables =
                new DynamoScanBackend(DynamoBackend.inDynamoDbLocal().client());
        tables.create(TABLE);
        for (String device : DEVICES) {
            List<Map<String, KeyValue>> keys = IntStream.range(0, 60)
                    .mapToObj(i -> Map.of(
                            "device", KeyValue.string(device), "at", new KeyValue(ScalarType.N, Integer.toString(i))))
                    .toList();
            tables.put(TABLE, keys, 1_000, List.of());
        }
    }

    private static FeedmillCommand partitions(String... words) {
        return FeedmillCommand.start(
                folder, SharedEmulators.get().environment(), Stream.concat(Stream.of("partitions"), Stream.of(words)));
    }

    private static EndedCommand run(int exitCode, String... words) throws InterruptedException {
        try (FeedmillCommand command = partitions(words)) {
            return EndedCommand.await(command, exitCode);
        }
    }

    @Test
    void listsEachPartitionByTheCheapestMethod() throws Exception {
        EndedCommand ended = run(0, TABLE.name(), "--segments=2");
        assertThat(ended.out().lines()).as(ended.toString()).containsExactlyInAnyOrderElementsOf(DEVICES);
        ended.assertErr().startsWith("method skip: about").contains("20 partitions, ");
    }

    @Test
    void continuesWhereItsUnitsEnded() throws Exception {
        String state = "--state=" + folder.resolve("devices.json");
        EndedCommand first = run(1, TABLE.name(), "--method=skip", "--max-units=4", state);
        first.assertErr().contains("there may be more: the same command continues");
        List<String> found = new ArrayList<>(first.out().lines().toList());
        assertThat(found).hasSizeBetween(4, 16);
        EndedCommand second = run(0, TABLE.name(), state);
        second.assertErr().startsWith("continuing with skip").contains("20 partitions, ");
        second.out().lines().forEach(found::add);
        assertThat(found).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    /** Two partitions a second: it is stopped long before its end. */
    @Test
    void aSignalEndsItWithTheCursorToContinueFrom() throws Exception {
        List<String> found = new ArrayList<>();
        String cursor;
        try (FeedmillCommand first = partitions(TABLE.name(), "--method=skip", "--segments=2", "--read-units=1")) {
            first.awaitOutput("(device-\\d+)\\R");
            first.signal("TERM");
            EndedCommand ended = EndedCommand.await(first, 1);
            ended.assertErr().contains("partitions, ", "stopped").doesNotContain("Exception");
            cursor = ended.err().replaceFirst("(?s).* --from (\\S+).*", "$1");
            ended.out().lines().forEach(found::add);
        }
        assertThat(found).hasSizeBetween(1, 19);
        run(0, TABLE.name(), "--from=" + cursor).out().lines().forEach(found::add);
        assertThat(found).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    @Test
    void anAbsentTableIsOneSentence() throws Exception {
        EndedCommand ended = run(1, "nowhere");
        ended.assertErr().isEqualToIgnoringNewLines("Table nowhere not found.");
        ended.assertOut().isEmpty();
    }
}
