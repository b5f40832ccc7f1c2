package io.feedmill.bench.servers;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import org.junit.jupiter.api.Test;
import tools.jackson.databind.node.ObjectNode;

/** Answers as DynamoDB Local gives them. */
class MeterTest {
    private static final ObjectNode TWO_TABLES = json(
            "{\"ConsumedCapacity\":[{\"TableName\":\"a\",\"CapacityUnits\":3.0},{\"TableName\":\"b\",\"CapacityUnits\":4.0}]}");
    private static final ObjectNode ONE_TABLE =
            json("{\"Count\":1,\"ConsumedCapacity\":{\"TableName\":\"a\",\"CapacityUnits\":0.5}}");

    @Test
    void unitsOfAllTablesAreAdded() {
        assertThat(Meter.units(call("TransactGetItems", "{}"), TWO_TABLES)).isEqualTo(7);
        assertThat(Meter.units(call("GetItem", "{}"), ONE_TABLE)).isEqualTo(0.5);
        assertThat(Meter.units(call("PutItem", "{}"), json("{}"))).isZero();
    }

    /** DynamoDB Local takes the two small items of one table for one. */
    @Test
    void everyItemInATransactionCountsTwice() {
        ObjectNode said = json(
                "{\"ConsumedCapacity\":[{\"TableName\":\"a\",\"CapacityUnits\":2.0},{\"TableName\":\"b\",\"CapacityUnits\":4.0}]}");
        ApiCall call = call("TransactWriteItems", """
                {"TransactItems":[
                  {"Put":{"TableName":"a","Item":{"pk":{"S":"1"}}}},
                  {"Put":{"TableName":"a","Item":{"pk":{"S":"2"}}}},
                  {"Update":{"TableName":"b","Key":{"pk":{"S":"large"}}}}]}""");
        assertThat(Meter.units(call, said)).isEqualTo(4 + 4);
    }

    @Test
    void pollsOfRecallsAndAnnouncementsAreNotCounted() {
        assertThat(Meter.isPoll(call("Query", "{\"TableName\":\"feedmill-recalls\"}")))
                .isTrue();
        String partition =
                "{\"TableName\":\"feedmill-fanouts\",\"ExpressionAttributeValues\":{\":pk\":{\"S\":\"%s\"}}}";
        assertThat(Meter.isPoll(call("Query", partition.formatted("announcements"))))
                .isTrue();
        assertThat(Meter.isPoll(call("Query", partition.formatted("a-post")))).isFalse();
        assertThat(Meter.isPoll(call("GetItem", "{\"TableName\":\"feedmill-recalls\"}")))
                .isFalse();
    }

    /** DynamoDB Local counts two units for a deletion of an absent item. */
    @Test
    void aDeletionInABatchCostsAUnit() {
        ApiCall call = call("BatchWriteItem", """
                {"RequestItems":{
                  "a":[{"DeleteRequest":{"Key":{"pk":{"S":"1"}}}},{"DeleteRequest":{"Key":{"pk":{"S":"2"}}}}],
                  "b":[{"PutRequest":{"Item":{"pk":{"S":"%s"}}}}]}}""".formatted("x".repeat(1_500)));
        assertThat(Meter.units(call, TWO_TABLES)).isEqualTo(1 + 1 + 2);
    }

    /** DynamoDB Local counts nothing for them. */
    @Test
    void aReadThatFindsNothingCostsHalfAUnitOrAWhole() {
        ObjectNode nothing = json("{\"ConsumedCapacity\":[{\"TableName\":\"a\",\"CapacityUnits\":0.0}]}");
        String keys = "\"Keys\":[{\"pk\":{\"S\":\"1\"}},{\"pk\":{\"S\":\"2\"}}]";
        assertThat(Meter.units(call("Query", "{}"), nothing)).isEqualTo(0.5);
        assertThat(Meter.units(call("Query", "{\"ConsistentRead\":true}"), nothing))
                .isEqualTo(1);
        assertThat(Meter.units(call("BatchGetItem", "{\"RequestItems\":{\"a\":{" + keys + "}}}"), nothing))
                .isEqualTo(1);
        assertThat(Meter.units(
                        call("BatchGetItem", "{\"RequestItems\":{\"a\":{\"ConsistentRead\":true," + keys + "}}}"),
                        nothing))
                .isEqualTo(2);
    }

    @Test
    void aCallThatFailsCostsNothing() {
        ObjectNode cancelled = json("{\"__type\":\"com.amazonaws.dynamodb.v20120810#TransactionCanceledException\"}");
        String put = "{\"Put\":{\"TableName\":\"a\",\"Item\":{\"pk\":{\"S\":\"1\"}}}}";
        assertThat(Meter.units(call("TransactWriteItems", "{\"TransactItems\":[" + put + "]}"), cancelled))
                .isZero();
        assertThat(Meter.units(call("Query", "{}"), json("{}"))).isZero();
    }

    @Test
    void aLostConditionCostsAUnit() {
        ObjectNode lost = json("{\"__type\":\"com.amazonaws.dynamodb.v20120810#ConditionalCheckFailedException\"}");
        assertThat(Meter.units(call("UpdateItem", "{}"), lost)).isEqualTo(1);
    }

    @Test
    void theRequestAsksForItsCost() {
        ApiCall call = call("Query", "{\"TableName\":\"a\"}");
        assertThat(Meter.ask(call).json())
                .isEqualTo(json("{\"TableName\":\"a\",\"ReturnConsumedCapacity\":\"TOTAL\"}"));
        assertThat(call.json().has("ReturnConsumedCapacity")).isFalse();
    }

    @Test
    void onlyReadsAndWritesHaveUnits() {
        assertThat(Meter.ask(call("GetItem", "{}")).json()).isNotEmpty();
        assertThat(Meter.ask(call("DescribeTable", "{}")).json()).isEmpty();
        assertThat(Meter.ask(ApiCall.of("AmazonSQS.SendMessage", Body.EMPTY))).isSameAs(Body.EMPTY);
    }

    private static ApiCall call(String operation, String json) {
        return ApiCall.of("DynamoDB_20120810." + operation, Body.of(json.getBytes(UTF_8)));
    }

    private static ObjectNode json(String json) {
        return Body.of(json.getBytes(UTF_8)).json();
    }
}
