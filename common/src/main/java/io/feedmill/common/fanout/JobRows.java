package io.feedmill.common.fanout;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.Job.Cause;
import io.feedmill.common.fanout.Job.JobState;
import io.feedmill.common.fanout.Job.PendingSlice;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import io.feedmill.common.queue.RequeueReason;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * Jobs and slices as rows of the table {@code fanouts}: {@code job} and {@code slice#0000001}… of one partition; and the conditional updates of a job's row.
 * Their conditions make its counts exact: each has its trace in the protocol model.
 */
public final class JobRows {
    public static final Table TABLE = Table.of("fanouts");

    private static final String STATE = "state";
    private static final String EXPECTED = "expected";
    private static final String DELIVERED = "delivered";
    private static final String SKIPPED = "skipped";

    /** Of {@link #SKIPPED}, those of each reason; absent: 0. */
    private static final Map<Reason, String> SKIPPED_BY = Map.of(
            Reason.NOT_FOLLOWING, "skippedNotFollowing",
            Reason.NOT_PERMITTED, "skippedNotPermitted",
            Reason.GONE, "skippedGone",
            Reason.BLOCKED, "skippedBlocked",
            Reason.DORMANT, "skippedDormant");

    private static final String PLANNED = "planned";
    private static final String POST = "post";
    private static final String AUTHOR = "author";
    private static final String PROGRESS = "progress";
    private static final String COMPLETED = "completed";
    private static final String OUTBOX = "outbox";
    private static final String FIRST = "first";
    private static final String LAST = "last";
    private static final String SIZE = "size";
    private static final String SLICE_PREFIX = "slice#";
    private static final int SLICE_DIGITS = 7;
    private static final String CAUSE = "cause";
    private static final String MENTIONS = "mentions";
    private static final String SUPERSEDED_BY = "supersededBy";
    private static final String JOB = "job";
    private static final String CHANGE_PREFIX = JOB + "#";

    /** How long the completed job of a change can be read. */
    public static final Duration RETENTION = Duration.ofDays(30);

    /** A slice's row does not change when its job completes, so it must outlive any job. */
    private static final Duration SLICE_RETENTION = RETENTION.multipliedBy(3);

    private JobRows() {}

    /** The rows of a job that is accepted with its post, or with a change of it, which the partition of the post lists. */
    public static List<Attributes> accepted(JobId job, Post post, Cause cause, int outboxShard) {
        Attributes row = jobKey(job);
        if (cause == Cause.PUBLICATION) {
            return List.of(row(row, job, post, outboxShard));
        }
        row.string(POST, post.id().value()).string(CAUSE, cause.value());
        Attributes listed = Attributes.key(post.id().value(), CHANGE_PREFIX + job)
                .expires(job.createdAt().plus(SLICE_RETENTION));
        return List.of(row(row, job, post, outboxShard), listed);
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

    /** The row of a job that is complete with its post: nothing is to be written to home feeds. */
    public static Attributes complete(Post post, int outboxShard, Instant now) {
        JobId job = JobId.of(post.id());
        return row(jobKey(job), job, post, outboxShard)
                .string(STATE, JobState.COMPLETE.name())
                .number(PROGRESS, now.toEpochMilli())
                .number(COMPLETED, Ticks.ofInstant(now));
    }

    private static Attributes row(Attributes row, JobId job, Post post, int outboxShard) {
        if (!post.content().mentions().isEmpty()) {
            row.flag(MENTIONS);
        }
        return post.mode()
                .add(row)
                .string(AUTHOR, post.author().value())
                .string(STATE, JobState.ACCEPTED.name())
                .number(EXPECTED, 0)
                .number(DELIVERED, 0)
                .number(SKIPPED, 0)
                .number(PLANNED, 0)
                .number(PROGRESS, job.createdAt().toEpochMilli())
                .number(OUTBOX, outboxShard);
    }

    public static Attributes jobKey(JobId job) {
        return Attributes.key(job.value(), JOB);
    }

    static Attributes sliceKey(JobId job, int number) {
        return Attributes.key(job.value(), SLICE_PREFIX + Digits.encode(number, SLICE_DIGITS));
    }

    static Attributes slice(JobId job, Slice slice, Instant now) {
        return sliceKey(job, slice.number())
                .string(FIRST, slice.first().value())
                .string(LAST, slice.last().value())
                .number(SIZE, slice.size())
                .expires(now.plus(SLICE_RETENTION));
    }

    static PendingSlice pendingSlice(Row row) {
        return new PendingSlice(
                (int) Digits.decode(row.sk().substring(SLICE_PREFIX.length()), SLICE_DIGITS),
                (int) row.number("attempt", 0),
                row.optionalString("reason"),
                Instant.ofEpochMilli(row.number("due", 0)));
    }

    static Slice slice(int number, Row row) {
        return new Slice(number, row.user(FIRST), row.user(LAST), (int) row.number(SIZE));
    }

    /** Throws an {@link io.feedmill.common.storage.UnknownValueException} for a state or a cause of a newer version. */
    public static Job job(Row row) {
        JobId id = JobId.parse(row.pk());
        return new Job(
                id,
                PostId.parse(row.has(POST) ? row.string(POST) : row.pk()),
                row.user(AUTHOR),
                row.constant(STATE, JobState.values(), JobState::name),
                new Job.Counts(row.number(EXPECTED), row.number(DELIVERED), row.number(SKIPPED)),
                (int) row.number(PLANNED),
                new TreeSet<>(row.numbers("pending")),
                id.createdAt(),
                Instant.ofEpochMilli(row.number(PROGRESS)),
                row.optionalNumber(COMPLETED).map(Ticks::toInstant).orElse(null),
                (int) row.number(OUTBOX),
                row.has(CAUSE) ? row.constant(CAUSE, Cause.values(), Cause::value) : Cause.PUBLICATION,
                Skipped.of(reason -> row.number(Objects.requireNonNull(SKIPPED_BY.get(reason)), 0)),
                row.has(SUPERSEDED_BY) ? JobId.parse(row.string(SUPERSEDED_BY)) : null,
                Mode.of(row),
                row.has(MENTIONS));
    }

    /** The deliveries of a publication; 0 until it is complete, and of the job of a change, which expires. */
    public static long deliveries(Row row) {
        return row.has(COMPLETED) && !row.has(TableSchema.EXPIRES) ? row.number(DELIVERED) : 0;
    }

    static Update advance(JobId job, Slice slice, Instant now) {
        return update(
                job,
                "ADD pending :slices, expected :size SET planned = :number, #state = :planning, progress = :now",
                "planned = :before AND #state IN (:accepted, :planning)",
                planningAt(now)
                        .numbers(":slices", List.of(slice.number()))
                        .number(":size", slice.size())
                        .number(":number", slice.number())
                        .number(":before", slice.number() - 1L));
    }

    static Update endPlanning(JobId job, int planned, Instant now) {
        return update(
                job,
                "SET #state = :delivering, progress = :now",
                "planned = :planned AND #state IN (:accepted, :planning)",
                planningAt(now).number(":planned", planned).string(":delivering", JobState.DELIVERING.name()));
    }

    static Update finish(JobId job, int slice, int delivered, Skipped skipped, Instant now) {
        return update(
                job,
                "DELETE pending :slices ADD delivered :delivered, skipped :skipped" + byReason(skipped, " ")
                        + " SET progress = :now",
                "contains(pending, :slice)",
                withReasons(skipped, progressAt(now))
                        .numbers(":slices", List.of(slice))
                        .number(":slice", slice)
                        .number(":delivered", delivered)
                        .number(":skipped", skipped.total()));
    }

    /** Only reasons that occur: a job's row stays small. */
    private static String byReason(Skipped skipped, String operator) {
        return occurring(skipped)
                .map(Map.Entry::getValue)
                .map(attribute -> ", " + attribute + operator + ":" + attribute)
                .collect(Collectors.joining());
    }

    private static Stream<Map.Entry<Reason, String>> occurring(Skipped skipped) {
        return SKIPPED_BY.entrySet().stream().filter(reason -> skipped.of(reason.getKey()) > 0);
    }

    private static Attributes withReasons(Skipped skipped, Attributes values) {
        occurring(skipped).forEach(reason -> values.number(":" + reason.getValue(), skipped.of(reason.getKey())));
        return values;
    }

    static Update touch(JobId job, Instant now) {
        return update(
                job,
                "SET progress = :now",
                "#state IN (:accepted, :planning, :delivering)",
                planningAt(now).string(":delivering", JobState.DELIVERING.name()));
    }

    static Update requeued(JobId job, int slice, int attempt, RequeueReason reason, Instant due) {
        Attributes requeue = Attributes.of()
                .number("attempt", attempt)
                .string("reason", reason.value())
                .number("due", due.toEpochMilli());
        return Update.set(TABLE, sliceKey(job, slice), "attribute_exists(pk)", requeue);
    }

    static Update close(Job job, Instant now) {
        return update(
                job.id(),
                complete(job),
                "#state = :delivering AND attribute_not_exists(pending) AND delivered = :delivered AND skipped = :skipped",
                completedAt(job, now)
                        .number(":delivered", job.counts().delivered())
                        .number(":skipped", job.counts().skipped())
                        .string(":delivering", JobState.DELIVERING.name()));
    }

    static Update closeInlineDelivery(Job completed, Instant now) {
        Job.Counts counts = completed.counts();
        return update(
                completed.id(),
                complete(completed) + ", expected = :expected, delivered = :delivered, skipped = :skipped"
                        + byReason(completed.skippedBy(), " = "),
                "#state = :accepted",
                withReasons(completed.skippedBy(), completedAt(completed, now))
                        .number(":expected", counts.expected())
                        .number(":delivered", counts.delivered())
                        .number(":skipped", counts.skipped())
                        .string(":accepted", JobState.ACCEPTED.name()));
    }

    static Update supersede(Job job, JobId by, Instant now) {
        return update(
                job.id(),
                complete(job) + ", supersededBy = :by",
                "#state = :accepted",
                completedAt(job, now).string(":by", by.value()).string(":accepted", JobState.ACCEPTED.name()));
    }

    private static String complete(Job job) {
        return "SET #state = :complete, progress = :now, completed = :completed"
                + (job.publishes() ? "" : ", expires = :expires");
    }

    private static Attributes completedAt(Job job, Instant now) {
        Attributes values = progressAt(now)
                .number(":completed", Ticks.ofInstant(now))
                .string(":complete", JobState.COMPLETE.name());
        return job.publishes()
                ? values
                : values.number(":expires", now.plus(RETENTION).getEpochSecond());
    }

    private static Attributes planningAt(Instant now) {
        return progressAt(now)
                .string(":accepted", JobState.ACCEPTED.name())
                .string(":planning", JobState.PLANNING.name());
    }

    private static Attributes progressAt(Instant now) {
        return Attributes.of().number(":now", now.toEpochMilli());
    }

    private static Update update(JobId job, String expression, String condition, Attributes values) {
        return new Update(TABLE, jobKey(job), expression, condition, values);
    }
}
