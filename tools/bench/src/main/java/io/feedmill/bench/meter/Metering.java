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
 * Has DynamoDB say what a call cost. DynamoDB Local says it as AWS does, but not of a transaction: there AWS bills each item twice, to prepare it and to
 * commit it, while DynamoDB Local 3.3.1 counts all items of one table that cost the same as one. So those are counted by what the request carries, and by what
 * is said only where that is more, as for an update of an item that was large before. A write whose condition is lost costs a unit as well, which no
 * answer says; those of a cancelled transaction are not counted.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling">Capacity of transactions</a>
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">Capacity of reads and writes</a>
 */
final class Metering {
    private static final Set<String> METERED = Operations.union(Operations.READS, Operations.WRITES);
    private static final String ASKED = "ReturnConsumedCapacity";
    private static final String SAID = "ConsumedCapacity";
    private static final String LOST = "ConditionalCheckFailedException";
    private static final int LOST_CONDITION = 1;

    private Metering() {}

    static boolean meters(ApiCall call) {
        return call.service() == Service.DYNAMO_DB && METERED.contains(call.operation());
    }

    /** The request's body, which asks for what it costs. */
    static Body request(ApiCall call) {
        return Body.of(call.json().deepCopy().put(ASKED, "TOTAL"));
    }

    /** The answer's body as it is for a client that has not asked for what the call costs. */
    static ObjectNode answer(ApiCall call, ObjectNode answer) {
        return asked(call) ? answer : answer.without(SAID);
    }

    private static boolean asked(ApiCall call) {
        return !call.json().path(ASKED).asString("NONE").equals("NONE");
    }

    /** The capacity units, of which one answer has either write or read units. */
    static double units(ApiCall call, ObjectNode answer) {
        if (answer.path("__type").asString("").endsWith(LOST)) {
            return LOST_CONDITION;
        }
        Map<String, Double> carried = call.operation().equals("TransactWriteItems") ? carried(call) : Map.of();
        return said(answer)
                .mapToDouble(table -> Math.max(
                        table.path("CapacityUnits").asDouble(0),
                        carried.getOrDefault(table.path("TableName").asString(""), 0.0)))
                .sum();
    }

    private static Stream<JsonNode> said(ObjectNode answer) {
        JsonNode said = answer.path(SAID);
        return said.isArray() ? said.valueStream() : Stream.of(said);
    }

    /** The units of the items that a transaction carries, by table. */
    private static Map<String, Double> carried(ApiCall call) {
        return ItemWrite.of(call, TableSchema.PK).stream()
                .collect(Collectors.groupingBy(ItemWrite::table, Collectors.summingDouble(ItemWrite::units)));
    }
}
