package io.feedmill.common.fanout;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Jobs and slices as rows of the table {@code fanouts}: {@code job} and {@code slice#0000001}… of one partition. */
public final class JobRows {
    public static final Table TABLE = Table.of("fanouts");

    static final String STATE = "state";
    static final String EXPECTED = "expected";
    static final String DELIVERED = "delivered";
    static final String SKIPPED = "skipped";

    /** Of {@link #SKIPPED}, those of each reason; absent: 0. */
    static final Map<Reason, String> SKIPPED_BY = Map.of(
            Reason.NOT_FOLLOWING, "skippedNotFollowing",
            Reason.NOT_PERMITTED, "skippedNotPermitted",
            Reason.GONE, "skippedGone",
            Reason.BLOCKED, "skippedBlocked",
            Reason.DORMANT, "skippedDormant");

    static final String PLANNED = "planned";
    static final String PENDING = "pending";
    private static final String POST = "post";
    private static final String AUTHOR = "author";
    private static final String PROGRESS = "progress";
    private static final String COMPLETED = "completed";
    private static final String OUTBOX = "outbox";
    private static final String FIRST = "first";
    private static final String LAST = "last";
    private static final String SIZE = "size";
    private static final String ATTEMPT = "attempt";
    private static final String REASON = "reason";
    private static final String SLICE_PREFIX = "slice#";
    private static final int SLICE_DIGITS = 7;
    private static final String CAUSE = "cause";
    static final String SUPERSEDED_BY = "supersededBy";
    private static final String JOB = "job";
    private static final String CHANGE_PREFIX = JOB + "#";

    /** How long the completed job of a change can be read. */
    public static final Duration RETENTION = Duration.ofDays(30);

    /** A slice's row does not change when its job completes, so it must outlive any job. */
    private static final Duration SLICE_RETENTION = RETENTION.multipliedBy(3);

    private JobRows() {}

    /** The rows of a job that is accepted with its post, or with a change of it, which the partition of the post lists. */
    public static List<Map<String, AttributeValue>> accepted(JobId job, Post post, Cause cause, int outboxShard) {
        Attributes row = jobKey(job);
        if (cause == Cause.PUBLICATION) {
            return List.of(row(row, job, post, outboxShard));
        }
        row.string(POST, post.id().value()).string(CAUSE, cause.value());
        return List.of(row(row, job, post, outboxShard), listed(job, post.id()));
    }

    private static Map<String, AttributeValue> listed(JobId job, PostId post) {
        return Attributes.key(post.value(), CHANGE_PREFIX + job)
                .number(
                        TableSchema.EXPIRES,
                        job.createdAt().plus(SLICE_RETENTION).getEpochSecond())
                .map();
    }

    /** The post's own job and the rows that list those of changes, oldest first; after this job (null: from the first). */
    static PartitionQuery jobsOf(PostId post, @Nullable JobId after) {
        PartitionQuery all = PartitionQuery.of(TABLE, post.value()).between(JOB, CHANGE_PREFIX + "~");
        return after == null ? all : all.after(after.publishes(post) ? JOB : CHANGE_PREFIX + after);
    }

    /** The job of a row that {@link #jobsOf} finds. */
    static JobId listedJob(Row row) {
        return JobId.parse(row.sk().equals(JOB) ? row.pk() : row.sk().substring(CHANGE_PREFIX.length()));
    }

    /** Whether it is the row of a job that is not complete. */
    static boolean isOpen(Row row) {
        return row.sk().equals(JOB)
                && row.has(STATE)
                && !JobState.COMPLETE.name().equals(row.optionalString(STATE));
    }

    private static Map<String, AttributeValue> row(Attributes row, JobId job, Post post, int outboxShard) {
        return post.mode()
                .add(row)
                .string(AUTHOR, post.author().value())
                .string(STATE, JobState.ACCEPTED.name())
                .number(EXPECTED, 0)
                .number(DELIVERED, 0)
                .number(SKIPPED, 0)
                .number(PLANNED, 0)
                .number(PROGRESS, job.createdAt().toEpochMilli())
                .number(OUTBOX, outboxShard)
                .map();
    }

    static Attributes jobKey(JobId job) {
        return Attributes.key(job.value(), JOB);
    }

    static Attributes sliceKey(JobId job, int number) {
        return Attributes.key(job.value(), SLICE_PREFIX + Digits.encode(number, SLICE_DIGITS));
    }

    static Map<String, AttributeValue> slice(JobId job, Slice slice, Instant now) {
        return sliceKey(job, slice.number())
                .string(FIRST, slice.first().value())
                .string(LAST, slice.last().value())
                .number(SIZE, slice.size())
                .number(TableSchema.EXPIRES, now.plus(SLICE_RETENTION).getEpochSecond())
                .map();
    }

    static PendingSlice pendingSlice(Row row) {
        return new PendingSlice(
                (int) Digits.decode(row.sk().substring(SLICE_PREFIX.length()), SLICE_DIGITS),
                (int) row.number(ATTEMPT, 0),
                row.optionalString(REASON));
    }

    static Slice slice(int number, Row row) {
        return new Slice(number, new UserId(row.string(FIRST)), new UserId(row.string(LAST)), (int) row.number(SIZE));
    }

    /** Throws an {@link io.feedmill.common.storage.UnknownValueException} for a state or a cause of a newer version. */
    static Job job(Row row) {
        JobId id = JobId.parse(row.pk());
        return new Job(
                id,
                PostId.parse(row.has(POST) ? row.string(POST) : row.pk()),
                new UserId(row.string(AUTHOR)),
                row.constant(STATE, JobState.values(), JobState::name),
                new Job.Counts(row.number(EXPECTED), row.number(DELIVERED), row.number(SKIPPED)),
                (int) row.number(PLANNED),
                new TreeSet<>(row.numbers(PENDING)),
                id.createdAt(),
                Instant.ofEpochMilli(row.number(PROGRESS)),
                row.optionalNumber(COMPLETED).map(Ticks::toInstant).orElse(null),
                (int) row.number(OUTBOX),
                row.has(CAUSE) ? row.constant(CAUSE, Cause.values(), Cause::value) : Cause.PUBLICATION,
                Skipped.of(reason -> row.number(Objects.requireNonNull(SKIPPED_BY.get(reason)), 0)),
                row.has(SUPERSEDED_BY) ? JobId.parse(row.string(SUPERSEDED_BY)) : null,
                Mode.of(row));
    }

    /** The key of the row that {@link #deliveries} reads. */
    public static Map<String, AttributeValue> key(PostId post) {
        return jobKey(JobId.of(post)).map();
    }

    /** The deliveries of a publication; 0 until it is complete, and of the job of a change, which expires. */
    public static long deliveries(Row row) {
        return row.has(COMPLETED) && !row.has(TableSchema.EXPIRES) ? row.number(DELIVERED) : 0;
    }
}
