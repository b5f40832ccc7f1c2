package io.feedmill.bench.meter;

import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.protocol.Operations;
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
final class Units {
    private static final Set<String> METERED = Operations.union(Operations.READS, Operations.WRITES);
    private static final int FAILED_CONDITION = 1;

    private Units() {}

    /** Returns the request's body, asking for the consumed capacity of a read or write. */
    static Body ask(ApiCall call) {
        return call.service() == Service.DYNAMO_DB && METERED.contains(call.operation())
                ? Body.of(call.json().deepCopy().put("ReturnConsumedCapacity", "TOTAL"))
                : call.body();
    }

    /** Returns the write or read units of the call; 0 for other calls. */
    static double of(ApiCall call, ObjectNode answer) {
        if (answer.path("__type").asString("").endsWith("ConditionalCheckFailedException")) {
            return FAILED_CONDITION;
        }
        Map<String, Double> request = call.operation().equals("TransactWriteItems") ? items(call) : Map.of();
        JsonNode consumed = answer.path("ConsumedCapacity");
        return (consumed.isArray() ? consumed.valueStream() : Stream.of(consumed))
                .mapToDouble(table -> Math.max(
                        table.path("CapacityUnits").asDouble(0),
                        request.getOrDefault(table.path("TableName").asString(""), 0.0)))
                .sum();
    }

    /** Returns the units of a transaction's items by table. */
    private static Map<String, Double> items(ApiCall call) {
        return ItemWrite.of(call, TableSchema.PK).stream()
                .collect(Collectors.groupingBy(ItemWrite::table, Collectors.summingDouble(ItemWrite::units)));
    }
}
