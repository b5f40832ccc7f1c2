package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.outbox.OutboxStore.OutboxRow;
import java.time.Instant;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Open jobs as rows of the table {@code outbox}: shard, then the tick of acceptance and the job's id. */
public final class OutboxRows {
    static final String RESENDS = "resends";
    static final String DUE = "due";
    private static final String AUTHOR = "author";
    private static final int TICK = 19;

    private OutboxRows() {}

    /** The row of a new job. */
    public static Map<String, AttributeValue> row(int shard, JobId job, UserId author) {
        return Attributes.key(Integer.toString(shard), sk(job))
                .string(AUTHOR, author.value())
                .number(RESENDS, 0)
                .map();
    }

    public static Map<String, AttributeValue> key(int shard, JobId job) {
        return Attributes.key(Integer.toString(shard), sk(job)).map();
    }

    static String sk(JobId job) {
        return Digits.encode(job.tick(), TICK) + "." + job.value();
    }

    static OutboxRow outboxRow(Row row) {
        return new OutboxRow(
                Integer.parseInt(row.pk()),
                JobId.parse(row.sk().substring(TICK + 1)),
                new UserId(row.string(AUTHOR)),
                (int) row.number(RESENDS),
                row.optionalNumber(DUE).map(Instant::ofEpochMilli).orElse(null));
    }
}
