package io.feedmill.stack;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.outbox.OutboxRows;
import io.feedmill.common.storage.Deadline;
import io.feedmill.common.storage.SuspendSafeClock;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Whole tables: copies of them, and rows that no store lists. Thread-safe. */
public record TableAccess(DynamoDbClient dynamoDb, TableSchema schema, BatchWriter writer, List<Table> all) {
    private static final Duration MAX_WRITE = Duration.ofMinutes(10);
    private static final String ORPHANS = "orphans";
    private static final String STATE = "state";

    /** All rows of a table at one moment. */
    public record TableCopy(Table table, List<Map<String, AttributeValue>> rows) {}

    void create() {
        schema.create(dynamoDb, all);
    }

    /** Reads a table strongly consistent. It is its state at one moment if nobody writes meanwhile. */
    public TableCopy copy(Table table) {
        return new TableCopy(table, rows(table).toList());
    }

    private Stream<Map<String, AttributeValue>> rows(Table table) {
        return dynamoDb.scanPaginator(r -> r.tableName(schema.name(table)).consistentRead(true)).items().stream();
    }

    /** Writes the rows of a copy. */
    public void write(TableCopy copy) {
        write(copy.table(), copy.rows().stream().map(BatchWriter::put).toList());
    }

    void write(Table table, List<WriteRequest> writes) {
        WriteOptions options = WriteOptions.bulk(Deadline.in(MAX_WRITE, SuspendSafeClock.system()));
        if (!writer.write(table, writes, write -> write, options).complete()) {
            throw new IllegalStateException("Cannot write %d rows to %s.".formatted(writes.size(), table.suffix()));
        }
    }

    /** Returns the ids of the jobs that are not complete. */
    public List<String> openJobs() {
        return rows(JobRows.TABLE)
                .filter(row ->
                        row.containsKey(STATE) && !JobState.COMPLETE.name().equals(text(row, STATE)))
                .map(row -> text(row, TableSchema.PK))
                .toList();
    }

    /** Deletes the outbox rows of absent jobs, as the runbook says. Returns their number. */
    public int deleteOrphans() {
        List<WriteRequest> orphans = rows(OutboxRows.TABLE)
                .filter(row -> text(row, TableSchema.PK).equals(ORPHANS))
                .map(row -> BatchWriter.delete(
                        Map.of(TableSchema.PK, row.get(TableSchema.PK), TableSchema.SK, row.get(TableSchema.SK))))
                .toList();
        write(OutboxRows.TABLE, orphans);
        return orphans.size();
    }

    private static String text(Map<String, AttributeValue> row, String attribute) {
        return row.getOrDefault(attribute, AttributeValue.fromS("")).s();
    }
}
