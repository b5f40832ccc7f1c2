package io.feedmill.faults.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import java.util.Set;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.json.JsonMapper;
import tools.jackson.databind.node.ObjectNode;

class BatchItemsTest {
    private final ApiCall write = Calls.dynamoDb("BatchWriteItem", """
            {"RequestItems": {"a": [{"i": 0}, {"i": 1}], "b": [{"i": 2}]}, "ReturnConsumedCapacity": "TOTAL"}""");
    private final ApiCall read = Calls.dynamoDb("BatchGetItem", """
            {"RequestItems": {"a": {"Keys": [{"i": 0}, {"i": 1}], "ConsistentRead": true}, "b": {"Keys": [{"i": 2}]}}}""");

    @Test
    void numbersItemsOverAllTables() {
        assertThat(BatchItems.tables(write)).containsExactly("a", "a", "b");
        assertThat(BatchItems.tables(read)).containsExactly("a", "a", "b");
    }

    @Test
    void forwardsOnlyWhatIsWanted() {
        assertThat(BatchItems.request(write, i -> i == 1)).isEqualTo(json("""
                {"RequestItems": {"a": [{"i": 1}]}, "ReturnConsumedCapacity": "TOTAL"}"""));
        assertThat(BatchItems.request(read, Set.of(0, 2)::contains)).isEqualTo(json("""
                {"RequestItems": {"a": {"Keys": [{"i": 0}], "ConsistentRead": true}, "b": {"Keys": [{"i": 2}]}}}"""));
    }

    @Test
    void addsWhatWasLeftOutToWhatTheTargetLeft() {
        ObjectNode answer = json("{\"UnprocessedItems\": {\"a\": [{\"i\": 0}]}}");
        assertThat(BatchItems.answer(write, Set.of(1, 2)::contains, answer)).isEqualTo(json("""
                {"UnprocessedItems": {"a": [{"i": 0}, {"i": 1}], "b": [{"i": 2}]}}"""));
    }

    @Test
    void keysThatWereNotReadKeepHowTheyAreRead() {
        ObjectNode answer = json("{\"Responses\": {\"a\": [{}]}, \"UnprocessedKeys\": {}}");
        assertThat(BatchItems.answer(read, Set.of(1, 2)::contains, answer)).isEqualTo(json("""
                {"Responses": {"a": [{}], "b": []},
                 "UnprocessedKeys": {"a": {"Keys": [{"i": 1}], "ConsistentRead": true}, "b": {"Keys": [{"i": 2}]}}}"""));
    }

    private static ObjectNode json(String text) {
        return JsonMapper.shared().readTree(text).asObject();
    }
}
