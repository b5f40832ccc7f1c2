package io.feedmill.bench.servers;

import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.faults.http.Client;
import io.feedmill.faults.http.HttpAnswer;
import io.feedmill.faults.http.HttpCall;
import io.feedmill.faults.http.ProxyServer;
import io.feedmill.faults.http.Upstream;
import io.feedmill.faults.protocol.ApiCall;
import io.feedmill.faults.protocol.ApiCall.Service;
import io.feedmill.faults.protocol.Body;
import io.feedmill.faults.protocol.ItemWrite;
import io.feedmill.faults.protocol.Operations;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.JsonNode;
import tools.jackson.databind.node.ObjectNode;

/**
 * A proxy before DynamoDB Local or ElasticMQ that counts requests, and units as AWS bills them: it asks for the consumed capacity, and corrects what
 * DynamoDB Local 3.3.1 does otherwise. AWS bills each item of a transaction twice; Local counts all items of one table that cost the same as one. So
 * a transaction is counted by the items of the request, and by the answer only if that is more, as for an update of a large item. AWS bills the
 * deletion of an absent item with one unit, Local counts two. So batches are counted by the items of the request, and a deletion as one unit, which is
 * what a feed's row costs. AWS bills each key that is read, and each query, at least once; Local counts nothing for what it does not find. A write
 * with a failed condition costs a unit, which no answer says. The writes of a cancelled transaction are not counted, nor are the API's polls of the recalls
 * and the workers' searches for announcements. Thread-safe.
 *
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/transaction-apis.html#transaction-capacity-handling">Capacity of transactions</a>
 * @see <a href="https://docs.aws.amazon.com/amazondynamodb/latest/developerguide/read-write-operations.html">Capacity of reads and writes</a>
 */
public final class Meter implements ProxyServer.Exchange, AutoCloseable {
    private static final Set<String> METERED = Operations.union(Operations.READS, Operations.WRITES);
    private static final int FAILED_CONDITION = 1;
    private static final String ANNOUNCEMENTS = "announcements";
    private static final String RECALLS = new TableSchema("feedmill-").name(Table.RECALLS);

    private final Map<String, Charge> charges = new TreeMap<>();
    private final Upstream target;
    private final ProxyServer server = new ProxyServer(this, 0);
    private final URI endpoint;

    /** The cost of some requests, in units as AWS bills them. */
    public record Charge(long requests, double writeUnits, double readUnits) {

        public Charge plus(Charge other) {
            return new Charge(requests + other.requests, writeUnits + other.writeUnits, readUnits + other.readUnits);
        }

        @Override
        public String toString() {
            String writes = writeUnits == 0 ? "" : " (%,.0f write units)".formatted(writeUnits);
            String reads = readUnits == 0 ? "" : " (%,.1f read units)".formatted(readUnits);
            return "%,d%s%s".formatted(requests, writes, reads);
        }
    }

    private Meter(URI target) throws Exception {
        this.target = new Upstream(target);
        this.endpoint = URI.create("http://127.0.0.1:" + server.start());
    }

    /** Starts on any free port. */
    public static Meter start(URI target) {
        try {
            return new Meter(target);
        } catch (Exception e) {
            throw new IllegalStateException("Cannot start the meter", e);
        }
    }

    public URI endpoint() {
        return endpoint;
    }

    /** Returns the charges of all requests that were answered since the last call, by operation. */
    public Map<String, Charge> take() {
        synchronized (charges) {
            Map<String, Charge> taken = new TreeMap<>(charges);
            charges.clear();
            return taken;
        }
    }

    @Override
    public void serve(HttpCall http, Client client) {
        ApiCall call = ApiCall.of(http.header("X-Amz-Target"), http.body());
        try {
            HttpAnswer answer = target.send(http.withBody(ask(call)));
            if (!isPoll(call)) {
                count(call.operation(), units(call, answer.body().json()));
            }
            client.answer(answer);
        } catch (IOException e) {
            client.close();
        }
    }

    private void count(String operation, double units) {
        boolean writes = Operations.WRITES.contains(operation);
        synchronized (charges) {
            charges.merge(operation, new Charge(1, writes ? units : 0, writes ? 0 : units), Charge::plus);
        }
    }

    /** Whether the call only asks for work, as an idle process does. */
    static boolean isPoll(ApiCall call) {
        return call.operation().equals("Query")
                && (call.tables().contains(RECALLS)
                        || call.json()
                                .path("ExpressionAttributeValues")
                                .valueStream()
                                .anyMatch(value -> value.path("S").asString("").equals(ANNOUNCEMENTS)));
    }

    /** Returns the request's body, asking for the consumed capacity of a read or write. */
    static Body ask(ApiCall call) {
        return call.service() == Service.DYNAMO_DB && METERED.contains(call.operation())
                ? Body.of(call.json().deepCopy().put("ReturnConsumedCapacity", "TOTAL"))
                : call.body();
    }

    /** Returns the write or read units of the call; 0 for other calls. */
    static double units(ApiCall call, ObjectNode answer) {
        if (answer.path("__type").asString("").endsWith("ConditionalCheckFailedException")) {
            return FAILED_CONDITION;
        }
        JsonNode consumed = answer.path("ConsumedCapacity");
        if (consumed.isMissingNode()) {
            return 0;
        }
        Map<String, Double> said = (consumed.isArray() ? consumed.valueStream() : Stream.of(consumed))
                .collect(Collectors.toMap(
                        table -> table.path("TableName").asString(""),
                        table -> table.path("CapacityUnits").asDouble(0)));
        return switch (call.operation()) {
            case "BatchWriteItem" -> sum(unitsByTable(call));
            case "TransactWriteItems" -> sum(larger(said, unitsByTable(call)));
            case "BatchGetItem" -> sum(larger(said, keysByTable(call)));
            case "Query" -> Math.max(sum(said), unitOf(call.json()));
            default -> sum(said);
        };
    }

    private static double sum(Map<String, Double> units) {
        return units.values().stream().mapToDouble(Double::doubleValue).sum();
    }

    private static Map<String, Double> larger(Map<String, Double> some, Map<String, Double> others) {
        Map<String, Double> larger = new TreeMap<>(some);
        others.forEach((table, units) -> larger.merge(table, units, Math::max));
        return larger;
    }

    private static Map<String, Double> unitsByTable(ApiCall writes) {
        return ItemWrite.of(writes, TableSchema.PK).stream()
                .collect(Collectors.groupingBy(ItemWrite::table, Collectors.summingDouble(ItemWrite::units)));
    }

    private static Map<String, Double> keysByTable(ApiCall reads) {
        return reads.json().path("RequestItems").properties().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey,
                        table -> table.getValue().path("Keys").size() * unitOf(table.getValue())));
    }

    /** Returns the least cost of a read. */
    private static double unitOf(JsonNode read) {
        return read.path("ConsistentRead").asBoolean(false) ? 1 : 0.5;
    }

    /** Ends all connections. */
    @Override
    public void close() {
        try (target) {
            server.stop();
        } catch (Exception e) {
            throw new IllegalStateException("Cannot stop the meter", e);
        }
    }
}
