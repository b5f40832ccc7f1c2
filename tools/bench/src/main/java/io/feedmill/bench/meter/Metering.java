package io.feedmill.bench.meter;

import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.protocol.Operations;
import io.feedmill.faults.protocol.Service;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * The units of a DynamoDB call, as AWS bills them: the call asks for its consumed capacity. AWS bills each item of a transaction twice, but DynamoDB
 * Local 3.3.1 counts all items of one table that cost the same as one. So a transaction is counted by the items of the request, and by the answer
 * only if that is more, as for an update of a large item. A write with a failed condition costs a unit, which no answer says. The writes of a
 * cancelled transaction are not counted.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling">Capacity of transactions</a>
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">Capacity of reads and writes</a>
 */
final class Metering {
    private static final Set<String> METERED = Operations.union(Operations.READS, Operations.WRITES);
    private static final String REQUEST_FIELD = "ReturnConsumedCapacity";
    private static final String ANSWER_FIELD = "ConsumedCapacity";
    private static final String FAILED_CONDITION = "ConditionalCheckFailedException";
    private static final int FAILED_CONDITION_UNITS = 1;

    private Metering() {}

    static boolean meters(ApiCall call) {
        return call.service() == Service.DYNAMO_DB && METERED.contains(call.operation());
    }

    /** Returns the request's body, asking for the consumed capacity. */
    static Body request(ApiCall call) {
        return Body.of(call.json().deepCopy().put(REQUEST_FIELD, "TOTAL"));
    }

    /** Returns the answer's body, without the consumed capacity unless the client has asked for it. */
    static ObjectNode answer(ApiCall call, ObjectNode answer) {
        return asked(call) ? answer : answer.without(ANSWER_FIELD);
    }

    private static boolean asked(ApiCall call) {
        return !call.json().path(REQUEST_FIELD).asString("NONE").equals("NONE");
    }

    /** Returns the write or read units of the call. */
    static double units(ApiCall call, ObjectNode answer) {
        if (answer.path("__type").asString("").endsWith(FAILED_CONDITION)) {
            return FAILED_CONDITION_UNITS;
        }
        Map<String, Double> ofRequest = call.operation().equals("TransactWriteItems") ? ofRequest(call) : Map.of();
        return ofAnswer(answer)
                .mapToDouble(table -> Math.max(
                        table.path("CapacityUnits").asDouble(0),
                        ofRequest.getOrDefault(table.path("TableName").asString(""), 0.0)))
                .sum();
    }

    private static Stream<JsonNode> ofAnswer(ObjectNode answer) {
        JsonNode ofAnswer = answer.path(ANSWER_FIELD);
        return ofAnswer.isArray() ? ofAnswer.valueStream() : Stream.of(ofAnswer);
    }

    /** Returns the units of a transaction's items by table. */
    private static Map<String, Double> ofRequest(ApiCall call) {
        return ItemWrite.of(call, TableSchema.PK).stream()
                .collect(Collectors.groupingBy(ItemWrite::table, Collectors.summingDouble(ItemWrite::units)));
    }
}
