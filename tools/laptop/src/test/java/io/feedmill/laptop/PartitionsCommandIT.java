package io.feedmill.laptop;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.partition.KeyValue;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScannedTable;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import io.feedmill.stack.FeedmillCommand;
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
        DynamoScanBackend tables = DynamoScanBackend.inDynamoDbLocal();
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

    @Test
    void listsEachPartitionByTheCheapestMethod() throws Exception {
        try (FeedmillCommand command = partitions(TABLE.name(), "--segments=2")) {
            EndedCommand ended = EndedCommand.await(command, 0);
            assertThat(ended.out().lines()).as(ended.toString()).containsExactlyInAnyOrderElementsOf(DEVICES);
            ended.assertErr().startsWith("method skip: about").contains("20 partitions, ");
        }
    }

    @Test
    void continuesWhereItsUnitsEnded() throws Exception {
        String state = "--state=" + folder.resolve("devices.json");
        List<String> found = new ArrayList<>();
        try (FeedmillCommand first = partitions(TABLE.name(), "--method=skip", "--max-units=4", state)) {
            EndedCommand ended = EndedCommand.await(first, 1);
            ended.assertErr().contains("there may be more: the same command continues");
            ended.out().lines().forEach(found::add);
        }
        assertThat(found).hasSizeBetween(4, 16);
        try (FeedmillCommand second = partitions(TABLE.name(), state)) {
            EndedCommand ended = EndedCommand.await(second, 0);
            ended.assertErr().startsWith("continuing with skip").contains("20 partitions, ");
            ended.out().lines().forEach(found::add);
        }
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
        try (FeedmillCommand second = partitions(TABLE.name(), "--from=" + cursor)) {
            EndedCommand ended = EndedCommand.await(second, 0);
            ended.out().lines().forEach(found::add);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    @Test
    void anAbsentTableIsOneSentence() throws Exception {
        try (FeedmillCommand command = partitions("nowhere")) {
            EndedCommand ended = EndedCommand.await(command, 1);
            ended.assertErr().isEqualToIgnoringNewLines("Table nowhere not found.");
            ended.assertOut().isEmpty();
        }
    }
}
