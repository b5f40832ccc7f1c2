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
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInfo;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.CleanupMode;
import org.junit.jupiter.api.io.TempDir;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** {@code partitions --insert} on a table of another application: 40 partitions of 3 items. */
@Timeout(120)
@Tag("full")
class InsertCommandIT {
    private static final String ITEM = "{\"at\": {\"N\": \"7\"}, \"note\": {\"S\": \"hello\"}}";
    private static final List<String> DEVICES =
            IntStream.range(0, 40).mapToObj(i -> "device-" + i).toList();

    private final DynamoDbClient client = DynamoBackend.inDynamoDbLocal().client();
    private String table = "";

    @TempDir(cleanup = CleanupMode.ON_SUCCESS)
    private Path folder = Path.of("");

    @BeforeEach
    void fill(TestInfo test) {
        table = "insert." + test.getTestMethod().orElseThrow().getName();
        create(table);
    }

    private void create(String name) {
        ScannedTable table = new ScannedTable(
                name, new KeyAttribute("device", ScalarType.S), new KeyAttribute("at", ScalarType.N), 0, 0, List.of());
        DynamoScanBackend tables = new DynamoScanBackend(client);
        tables.create(table);
        for (String device : DEVICES) {
            List<Map<String, KeyValue>> keys = IntStream.range(0, 3)
                    .mapToObj(i -> Map.of(
                            "device", KeyValue.string(device), "at", new KeyValue(ScalarType.N, Integer.toString(i))))
                    .toList();
            tables.put(table, keys, 100, List.of());
        }
    }

    private FeedmillCommand partitions(String name, String... words) {
        return FeedmillCommand.start(
                folder,
                SharedEmulators.get().environment(),
                Stream.concat(Stream.of("partitions", name), Stream.of(words)));
    }

    private EndedCommand run(int exitCode, String name, String... words) throws Exception {
        try (FeedmillCommand command = partitions(name, words)) {
            return EndedCommand.await(command, exitCode);
        }
    }

    private String insert(String item) throws IOException {
        return "--insert=" + Files.writeString(folder.resolve("item.json"), item);
    }

    /** Returns the devices with the item, which is as in the file. */
    private List<String> withTheItem(String name) {
        return client.scanPaginator(r -> r.tableName(name).consistentRead(true)).items().stream()
                .filter(item -> AttributeValue.fromS("hello").equals(item.get("note")))
                .filter(item -> AttributeValue.fromN("7").equals(item.get("at")))
                .map(item -> Objects.requireNonNull(item.get("device")).s())
                .toList();
    }

    @Test
    void putsTheItemIntoEachPartitionThatLacksIt() throws Exception {
        AttributeValue other = AttributeValue.fromS("other");
        client.putItem(r -> r.tableName(table)
                .item(Map.of("device", AttributeValue.fromS("device-3"), "at", AttributeValue.fromN("7"), "x", other)));
        List<String> lacking =
                DEVICES.stream().filter(device -> !device.equals("device-3")).toList();
        EndedCommand dry = run(0, table, insert(ITEM), "--dry-run");
        assertThat(dry.out().lines()).containsExactlyInAnyOrderElementsOf(lacking);
        dry.assertErr().contains("the item is absent from 39 partitions");
        assertThat(withTheItem(table)).isEmpty();
        EndedCommand ended = run(0, table, insert(ITEM));
        assertThat(ended.out().lines()).as(ended.toString()).containsExactlyInAnyOrderElementsOf(lacking);
        ended.assertErr().contains("inserted into 39 partitions, 40.0 write units", "40 partitions, ");
        assertThat(withTheItem(table)).containsExactlyInAnyOrderElementsOf(lacking);
        assertThat(client.getItem(r -> r.tableName(table)
                                .key(Map.of(
                                        "device", AttributeValue.fromS("device-3"), "at", AttributeValue.fromN("7"))))
                        .item()
                        .get("x"))
                .isEqualTo(other);
        EndedCommand again = run(0, table, insert(ITEM));
        again.assertOut().isEmpty();
        again.assertErr().contains("inserted into 0 partitions");
    }

    @Test
    void continuesWhereItsUnitsEndedAndOnlyWithTheSameItem() throws Exception {
        String state = "--state=" + folder.resolve("insert.state");
        List<String> printed = new ArrayList<>();
        EndedCommand first = run(1, table, insert(ITEM), "--method=skip", "--max-units=6", state);
        first.assertErr().contains("there may be more: the same command continues");
        first.out().lines().forEach(printed::add);
        assertThat(printed).hasSizeBetween(4, 30);
        assertThat(withTheItem(table)).containsExactlyInAnyOrderElementsOf(printed);
        run(1, table, state).assertErr().contains("has the state of other work");
        run(1, table, insert(ITEM.replace("hello", "bye")), state).assertErr().contains("has the state of other work");
        run(1, table, insert(ITEM), "--dry-run", state).assertErr().contains("has the state of other work");
        run(0, table, insert(ITEM), state).out().lines().forEach(printed::add);
        assertThat(printed).containsExactlyInAnyOrderElementsOf(DEVICES);
        assertThat(withTheItem(table)).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    /** A write unit a second: it is stopped long before its end. */
    @Test
    void aSignalEndsItWithTheCursorToContinueFrom() throws Exception {
        String cursor;
        List<String> printed = new ArrayList<>();
        try (FeedmillCommand command = partitions(table, insert(ITEM), "--method=skip", "--read-units=2")) {
            command.awaitOutput("(device-\\d+)\\R");
            command.signal("TERM");
            EndedCommand ended = EndedCommand.await(command, 1);
            cursor = ended.err().replaceFirst("(?s).* --from (\\S+).*", "$1");
            ended.out().lines().forEach(printed::add);
        }
        assertThat(printed).hasSizeBetween(1, 39);
        run(0, table, insert(ITEM), "--from=" + cursor).out().lines().forEach(printed::add);
        assertThat(printed).containsExactlyInAnyOrderElementsOf(DEVICES);
        assertThat(withTheItem(table)).containsExactlyInAnyOrderElementsOf(DEVICES);
    }

    @Test
    void refusesWhatItCannotInsertIntoAllOfThem() throws Exception {
        assertRefused(
                "{\"at\": {\"N\": \"7\"}, \"device\": {\"S\": \"x\"}}",
                "The item has the partition key device: remove it.");
        assertRefused("{\"note\": {\"S\": \"hello\"}}", "The item needs the sort key at, of type N.");
        assertRefused("at = 7", "item.json has no item in DynamoDB's JSON: it is not valid JSON.");
        run(2, table, "--dry-run").assertErr().contains("--dry-run needs an --insert.");
    }

    private void assertRefused(String item, String sentence) throws Exception {
        EndedCommand ended = run(1, table, insert(item));
        ended.assertOut().isEmpty();
        assertThat(ended.err().lines()).singleElement().asString().contains(sentence);
        assertThat(client.scan(r -> r.tableName(table)).count()).isEqualTo(3 * DEVICES.size());
    }

    @Test
    void refusesTheTablesOfAnyFeedmillOfTheAccount() throws Exception {
        for (String own : List.of("feedmill-follows", "other.follows")) {
            new DynamoScanBackend(client)
                    .create(new ScannedTable(
                            own,
                            new KeyAttribute("pk", ScalarType.S),
                            new KeyAttribute("sk", ScalarType.S),
                            0,
                            0,
                            List.of()));
            EndedCommand ended = run(1, own, insert(ITEM));
            ended.assertOut().isEmpty();
            ended.assertErr()
                    .isEqualToIgnoringNewLines(own + " is one of Feedmill's tables: --insert writes to your own only.");
        }
        create("my-follows");
        assertThat(run(0, "my-follows", insert(ITEM)).out().lines()).hasSameSizeAs(DEVICES);
    }
}
