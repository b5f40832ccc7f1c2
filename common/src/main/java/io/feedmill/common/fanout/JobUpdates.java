package io.feedmill.common.fanout;

import static io.feedmill.common.fanout.Job.JobState.ACCEPTED;
import static io.feedmill.common.fanout.Job.JobState.COMPLETE;
import static io.feedmill.common.fanout.Job.JobState.DELIVERING;
import static io.feedmill.common.fanout.Job.JobState.PLANNING;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.Job.Slice;
import io.feedmill.common.fanout.Skipped.Reason;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.queue.RequeueReason;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** The conditional updates of a job's row. The conditions make its counts exact: each has its trace in the protocol model. */
final class JobUpdates {
    private JobUpdates() {}

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
                planningAt(now).number(":planned", planned).string(":delivering", DELIVERING.name()));
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
        return JobRows.SKIPPED_BY.entrySet().stream().filter(reason -> skipped.of(reason.getKey()) > 0);
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
                planningAt(now).string(":delivering", DELIVERING.name()));
    }

    static Update requeued(JobId job, int slice, int attempt, RequeueReason reason) {
        return new Update(
                JobRows.TABLE,
                JobRows.sliceKey(job, slice).map(),
                "SET #attempt = :attempt, #reason = :reason",
                "attribute_exists(pk)",
                Attributes.of().number(":attempt", attempt).string(":reason", reason.value()));
    }

    static Update close(Job job, Instant now) {
        return update(
                job.id(),
                complete(job),
                "#state = :delivering AND attribute_not_exists(pending) AND delivered = :delivered AND skipped = :skipped",
                completedAt(job, now)
                        .number(":delivered", job.counts().delivered())
                        .number(":skipped", job.counts().skipped())
                        .string(":delivering", DELIVERING.name()));
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
                        .string(":accepted", ACCEPTED.name()));
    }

    static Update supersede(Job job, JobId by, Instant now) {
        return update(
                job.id(),
                complete(job) + ", supersededBy = :by",
                "#state = :accepted",
                completedAt(job, now).string(":by", by.value()).string(":accepted", ACCEPTED.name()));
    }

    private static String complete(Job job) {
        return "SET #state = :complete, progress = :now, completed = :completed"
                + (job.publishes() ? "" : ", expires = :expires");
    }

    private static Attributes completedAt(Job job, Instant now) {
        Attributes values =
                progressAt(now).number(":completed", Ticks.ofInstant(now)).string(":complete", COMPLETE.name());
        return job.publishes()
                ? values
                : values.number(":expires", now.plus(JobRows.RETENTION).getEpochSecond());
    }

    private static Attributes planningAt(Instant now) {
        return progressAt(now).string(":accepted", ACCEPTED.name()).string(":planning", PLANNING.name());
    }

    private static Attributes progressAt(Instant now) {
        return Attributes.of().number(":now", now.toEpochMilli());
    }

    private static Update update(JobId job, String expression, String condition, Attributes values) {
        return new Update(JobRows.TABLE, JobRows.jobKey(job).map(), expression, condition, values);
    }
}
