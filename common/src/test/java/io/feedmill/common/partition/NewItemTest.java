package io.feedmill.common.partition;

import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatNoException;

import io.feedmill.common.partition.ItemStore.NewItem;
import io.feedmill.common.partition.KeyValue.ScalarType;
import io.feedmill.common.partition.ScannedTable.KeyAttribute;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NewItemTest {
    private static final ScannedTable TABLE = new ScannedTable(
            "log", new KeyAttribute("device", ScalarType.S), new KeyAttribute("at", ScalarType.N), 0, 0, List.of());

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '\'', textBlock = """
            {"at": {"N": "7"}, "device": {"S": "x"}} | The item has the partition key device: remove it.
            {"note": {"S": "hello"}}                 | The item needs the sort key at, of type N.
            {"at": {"S": "7"}}                       | The item needs the sort key at, of type N.
            """)
    void needsTheSortKeyAndNoPartitionKey(String json, String why) {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> NewItem.parse(json).require(TABLE))
                .withMessage(why);
    }

    @Test
    void fitsBesideThePartitionKeys() {
        assertThatNoException().isThrownBy(() -> item(397 * 1_024).require(TABLE));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> item(398 * 1_024).require(TABLE))
                .withMessage("The item is too large: with a partition key of up to 2 KB it must have up to 400 KB.");
    }

    private static NewItem item(int bytes) {
        return NewItem.parse("{\"at\": {\"N\": \"7\"}, \"note\": {\"S\": \"" + "x".repeat(bytes) + "\"}}");
    }
}
