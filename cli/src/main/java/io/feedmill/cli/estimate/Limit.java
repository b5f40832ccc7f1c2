package io.feedmill.cli.estimate;

import io.feedmill.common.cost.Cost.Units;
import java.util.List;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** A ceiling, what the load needs of it at peak, and what to change if that is more. A ceiling of each table is that of the table that needs most. */
record Limit(String part, @Nullable String table, double need, double ceiling, String turn) {
    /** DynamoDB, a new table on demand. */
    private static final double NEW_WRITES = 4_000;

    private static final double NEW_READS = 12_000;

    /** DynamoDB's default quota of a table. */
    static final double QUOTA = 40_000;

    /** DynamoDB, a partition. */
    private static final double PARTITION_WRITES = 1_000;

    private static final double PARTITION_READS = 3_000;

    private static final double SHARDS = 64;
    private static final double NOTICE_SHARDS = 4;

    /** SQS, a standard queue. */
    private static final double IN_FLIGHT = 120_000;

    private static final double VIEWS_IN_FLIGHT = 2_000;
    private static final String ON_READ = "feedmill.fanout.on-read-from";

    /** Workers read the leases of all in each round. */
    private static final double SWEEPERS = 1_400;

    /** Returns the ceilings of a load with these units a second, by table, at peak. */
    static List<Limit> all(Load load, Processes processes, Map<String, Units> tables) {
        double inFlight = processes.workers() * (load.activity().views() > 0 ? VIEWS_IN_FLIGHT : Processes.CONCURRENCY);
        Units recalls = tables.getOrDefault("recalls", Units.NONE);
        double candidates = load.candidates();
        return List.of(
                of("a new table, writes", tables, Units::write, NEW_WRITES, "warm throughput"),
                of("a new table, reads", tables, Units::read, NEW_READS, "warm throughput"),
                of("a table, writes", tables, Units::write, QUOTA, "the account's quota of the table"),
                of("a table, reads", tables, Units::read, QUOTA, "the account's quota of the table"),
                sharded("outbox", tables),
                sharded("ledger", tables),
                new Limit("recalls, writes", null, recalls.write(), NOTICE_SHARDS * PARTITION_WRITES, ON_READ),
                new Limit(
                        "recalls, reads", null, recalls.read(), NOTICE_SHARDS * PARTITION_READS, "fewer, larger APIs"),
                new Limit("authors on read", null, candidates, Load.LIST, ON_READ),
                new Limit(
                        "heads of an API",
                        null,
                        Math.min(candidates, Load.LIST),
                        load.setup().heads(),
                        "feedmill.pages.heads or " + ON_READ),
                new Limit("messages in flight", null, inFlight, IN_FLIGHT, "fewer, larger workers"),
                new Limit("workers", null, processes.workers(), SWEEPERS, "fewer, larger workers"));
    }

    String place() {
        return table == null ? part : part + " (" + table + ")";
    }

    private static Limit of(
            String part, Map<String, Units> tables, ToDoubleFunction<Units> units, double ceiling, String turn) {
        return tables.entrySet().stream()
                .map(table -> new Limit(part, table.getKey(), units.applyAsDouble(table.getValue()), ceiling, turn))
                .reduce((one, other) -> one.need() >= other.need() ? one : other)
                .orElseThrow();
    }

    private static Limit sharded(String table, Map<String, Units> tables) {
        double need = tables.getOrDefault(table, Units.NONE).write();
        return new Limit(
                table + ", writes", null, need, SHARDS * PARTITION_WRITES, "feedmill.tables." + table + "-shards");
    }
}
