package io.feedmill.faults.protocol;

import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.Calls;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ItemWriteTest {

    @ParameterizedTest
    @CsvSource({"1, 1", "1016, 1", "1022, 1", "1023, 2", "2046, 2", "2047, 3"})
    void aUnitIsAStartedKibibyteOfNamesAndValues(int length, int units) {
        assertThat(ItemWrite.of(Calls.put("x".repeat(length)), "pk"))
                .containsExactly(new ItemWrite("homes", "x".repeat(length), units));
    }

    /** 1,000 characters of two bytes and the name. */
    @Test
    void sizesAreBytes() {
        assertThat(ItemWrite.of(Calls.put("ä".repeat(1000)), "pk").getFirst().units())
                .isEqualTo(2);
    }

    @Test
    void knowsTheSizeOfEachType() {
        String item = """
                {"s": {"S": "12345"}, "n": {"N": "123456"}, "b": {"B": "AAAAAAAA"}, "t": {"BOOL": true}, "z": {"NULL": true},
                 "l": {"L": [{"S": "12"}, {"N": "1"}]}, "m": {"M": {"ab": {"S": "12"}}}, "ss": {"SS": ["ab", "c"]}, "ns": {"NS": ["1"]}}""";
        int s = 6, n = 5, b = 7, t = 2, z = 2, l = 1 + 3 + 3 + 2, m = 1 + 3 + 1 + 4, ss = 5, ns = 3;
        assertThat(ItemWrite.bytes(Calls.dynamoDb("Any", item).json())).isEqualTo(s + n + b + t + z + l + m + ss + ns);
    }

    @Test
    void readsTheWritesOfABatchInOrder() {
        ApiCall call = Calls.dynamoDb("BatchWriteItem", """
                {"RequestItems": {
                  "a": [{"PutRequest": {"Item": {"pk": {"S": "1"}}}}, {"DeleteRequest": {"Key": {"pk": {"S": "2"}}}}],
                  "b": [{"PutRequest": {"Item": {"pk": {"N": "3"}}}}]}}""");
        assertThat(ItemWrite.of(call, "pk"))
                .containsExactly(new ItemWrite("a", "1", 1), new ItemWrite("a", "2", 1), new ItemWrite("b", "3", 1));
    }

    @Test
    void transactionsCostTwice() {
        ApiCall call = Calls.dynamoDb("TransactWriteItems", """
                {"TransactItems": [
                  {"Put": {"TableName": "a", "Item": {"id": {"S": "1"}}}},
                  {"ConditionCheck": {"TableName": "b", "Key": {"id": {"S": "2"}}}}]}""");
        assertThat(ItemWrite.of(call, "id")).containsExactly(new ItemWrite("a", "1", 2), new ItemWrite("b", "2", 2));
    }

    @Test
    void anUpdateCountsByWhatItCarries() {
        ApiCall call = Calls.dynamoDb("UpdateItem", """
                {"TableName": "a", "Key": {"pk": {"S": "1"}}, "UpdateExpression": "SET t = :t",
                 "ExpressionAttributeValues": {":t": {"S": "%s"}}}""".formatted("x".repeat(1500)));
        assertThat(ItemWrite.of(call, "pk")).containsExactly(new ItemWrite("a", "1", 2));
    }

    @Test
    void readsWriteNothing() {
        assertThat(ItemWrite.of(Calls.dynamoDb("GetItem", "{\"TableName\": \"a\"}"), "pk"))
                .isEmpty();
    }
}
