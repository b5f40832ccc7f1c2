package io.feedmill.cli.partition;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.scan.KeyAttribute;
import io.feedmill.common.scan.KeyValue;
import io.feedmill.common.scan.ScalarType;
import io.feedmill.common.scan.ScannedTable;
import io.feedmill.emulators.EmulatorProcesses;
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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;

/** The command on a table that is none of Feedmill's: 20 partitions of 60 items of 1 KB. */
@Timeout(120)
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
        Map<String, String> environment = Map.of(
                "AWS_REGION",
                EmulatorProcesses.REGION,
                "AWS_ACCESS_KEY_ID",
                "feedmill",
                "AWS_SECRET_ACCESS_KEY",
                "feedmill",
                "AWS_ENDPOINT_URL_DYNAMODB",
                SharedEmulators.get().dynamoDb().endpoint().toString());
        return FeedmillCommand.start(folder, environment, Stream.concat(Stream.of("partitions"), Stream.of(words)));
    }

    @Test
    void listsEachPartitionByTheCheapestMethod() throws Exception {
        try (FeedmillCommand command = partitions(TABLE.name(), "--segments=2")) {
            assertThat(command.exitCode()).as(command.err()).isZero();
            assertThat(command.out().lines()).containsExactlyInAnyOrderElementsOf(DEVICES);
            assertThat(command.err()).startsWith("method skip: about").contains("20 partitions, ");
        }
    }

    @Test
    void goesOnWhereItsUnitsEnded() throws Exception {
        String state = "--state=" + folder.resolve("devices.json");
        List<String> found = new ArrayList<>();
        try (FeedmillCommand first = partitions(TABLE.name(), "--method=skip", "--max-units=4", state)) {
            assertThat(first.exitCode()).isEqualTo(1);
            assertThat(first.err()).contains("there may be more: the same command goes on");
            first.out().lines().forEach(found::add);
        }
        assertThat(found).hasSizeBetween(4, 16);
        try (FeedmillCommand second = partitions(TABLE.name(), state)) {
            assertThat(second.exitCode()).as(second.err()).isZero();
            assertThat(second.err()).startsWith("going on with skip").contains("20 partitions, ");
            second.out().lines().forEach(found::add);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    /** Two partitions a second: it is stopped long before its end. */
    @Test
    void aSignalEndsItWithTheCursorToGoOnFrom() throws Exception {
        List<String> found = new ArrayList<>();
        String cursor;
        try (FeedmillCommand first = partitions(TABLE.name(), "--method=skip", "--segments=2", "--read-units=1")) {
            first.awaitOutput("(device-\\d+)\\R");
            first.signal("TERM");
            assertThat(first.exitCode()).isEqualTo(1);
            assertThat(first.err()).contains("partitions, ", "stopped").doesNotContain("Exception");
            cursor = first.err().replaceFirst("(?s).* --from (\\S+).*", "$1");
            first.out().lines().forEach(found::add);
        }
        assertThat(found).hasSizeBetween(1, 19);
        try (FeedmillCommand second = partitions(TABLE.name(), "--from=" + cursor)) {
            assertThat(second.exitCode()).as(second.err()).isZero();
            second.out().lines().forEach(found::add);
        }
        assertThat(found).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    @Test
    void aTableThatIsNotThereIsOneSentence() throws Exception {
        try (FeedmillCommand command = partitions("nowhere")) {
            assertThat(command.exitCode()).isEqualTo(1);
            assertThat(command.err()).isEqualToIgnoringNewLines("There is no table nowhere.");
            assertThat(command.out()).isEmpty();
        }
    }
}
