package io.feedmill.common.report;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.storage.Page;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * The reports, their checkpoint, which only {@link #commit} advances, and the lease of the reporter. Clocks decide only who waits for the lease: its
 * tokens make sure that a report is made once. Reads are strongly consistent, except of lists of reports. Thread-safe. All of it is in the table
 * {@code reports}.
 */
@Component
public record ReportStore(Dynamo dynamo, RetentionSettings retention, Clock clock) {
    /** Number of lines that are stored together. */
    public static final int LINES = 500;

    /**
     * Writes a part of the ordered lines of a report before its commit, {@value #LINES} or fewer in the last part; until then they are invisible. Once
     * for each token and number, from 0. An existing row is from an earlier attempt whose answer was lost.
     */
    public void putLines(Window window, Lease lease, int number, List<ReportLine> lines) {
        Instant expires = clock.instant().plus(retention.reportLines());
        dynamo.putIfAbsent(ReportRows.TABLE, ReportRows.lines(window.from(), lease.token(), number, lines, expires));
    }

    /**
     * Commits the report, by which this number of requests is answered, and moves the checkpoint to its end. Returns false, and changes nothing, if a
     * later lease exists or the window does not begin at the checkpoint.
     */
    public boolean commit(Report report, long answered) {
        List<TransactWriteItem> writes = List.of(
                dynamo.check(ReportRows.TABLE, ReportRows.leaseKey(), "#token = :token", token(report.token())),
                dynamo.write(checkpoint(
                        "SET #next = :to, answered = :answered",
                        "#next = :from",
                        bounds(report.window()).number(":answered", answered))),
                dynamo.putNew(ReportRows.TABLE, ReportRows.row(report)));
        return dynamo.commit(writes);
    }

    private static Attributes token(long token) {
        return Attributes.of().number(":token", token);
    }

    private static Attributes bounds(Window window) {
        return Attributes.of()
                .string(":from", window.from().value())
                .string(":to", window.to().value());
    }

    private static Update checkpoint(String expression, @Nullable String condition, Attributes values) {
        return new Update(ReportRows.TABLE, ReportRows.checkpointKey(), expression, condition, values);
    }

    public Optional<Report> find(QuarterHour from) {
        return dynamo.get(ReportRows.TABLE, ReportRows.reportKey(from)).map(ReportRows::report);
    }

    /** Returns up to {@code limit} reports from the one that begins at {@code first}, oldest first. */
    public List<Report> from(QuarterHour first, int limit) {
        PartitionQuery query = PartitionQuery.of(ReportRows.TABLE, ReportRows.STREAM)
                .between(first.value(), ReportRows.LAST_REPORT)
                .limit(limit);
        return dynamo.queryAll(query).map(ReportRows::report);
    }

    /** Reports, newest first, after this one; null: from the newest. */
    public Page<Report, QuarterHour> newest(@Nullable QuarterHour after, int limit) {
        PartitionQuery query = PartitionQuery.of(ReportRows.TABLE, ReportRows.STREAM)
                .between(ReportRows.FIRST_REPORT, ReportRows.LAST_REPORT)
                .after(after == null ? null : after.value())
                .limit(limit)
                .descending()
                .eventuallyConsistent();
        return dynamo.queryAll(query).page(rows -> rows.map(ReportRows::report), QuarterHour::parse);
    }

    /**
     * Lines of a report in the order of authors, from the number {@code first} (from 0); up to {@code limit}, maybe fewer before the end, but at least one.
     * Empty before the end once they have expired, {@code feedmill.retention.report-lines} after they were put.
     */
    public List<ReportLine> lines(Report report, int first, int limit) {
        if (first >= report.totals().authors()) {
            return List.of();
        }
        return dynamo.get(ReportRows.TABLE, ReportRows.linesKey(report.window().from(), report.token(), first / LINES))
                .filter(row -> !row.expired(clock.instant()))
                .map(ReportRows::lines)
                .map(lines -> lines.subList(first % LINES, Math.min(lines.size(), first % LINES + limit)))
                .orElse(List.of());
    }

    public Checkpoint checkpoint() {
        return dynamo.get(ReportRows.TABLE, ReportRows.checkpointKey())
                .map(ReportRows::checkpoint)
                .orElse(Checkpoint.NONE);
    }

    /** Sets the beginning of the first report, unless it is set. Returns the current checkpoint. */
    public Checkpoint begin(QuarterHour from) {
        return changed(checkpoint(
                "SET #next = :from, exported = :from",
                "attribute_not_exists(#next)",
                Attributes.of().string(":from", from.value())));
    }

    /** Requests a report up to the quarter that is then the last settled one. Returns the current checkpoint. */
    public Checkpoint request() {
        return changed(checkpoint("ADD requests :one", null, Attributes.of().number(":one", 1)));
    }

    /** Records that the files of this report are written. Changes nothing unless this report is the next to export. */
    public void exported(Window report) {
        dynamo.update(checkpoint("SET exported = :to", "exported = :from", bounds(report)));
    }

    /** As it is after the call, by any writer: a failed condition means that it had this state already. */
    private Checkpoint changed(Update checkpoint) {
        return ReportRows.checkpoint(dynamo.update(checkpoint).row());
    }

    /**
     * Returns the lease with a new token, or empty while another holder has it. The current holder gets a new token, too. A holder that got no answer
     * and asks again finds its own lease, and gets a greater token.
     */
    public Optional<Lease> acquire(String holder, Duration time) {
        Instant now = clock.instant();
        return lease(
                "SET holder = :holder, #until = :until ADD #token :one",
                "attribute_not_exists(pk) OR #until <= :now OR holder = :holder",
                Attributes.of()
                        .string(":holder", holder)
                        .number(":now", now.toEpochMilli())
                        .number(":until", now.plus(time).toEpochMilli())
                        .number(":one", 1));
    }

    /** Extends the lease to this time from now. Returns empty if a later lease exists. */
    public Optional<Lease> renew(Lease lease, Duration time) {
        return set(lease, clock.instant().plus(time));
    }

    /** Ends the lease now, unless a later one exists. */
    public void release(Lease lease) {
        set(lease, Instant.EPOCH);
    }

    private Optional<Lease> set(Lease lease, Instant until) {
        Attributes values = token(lease.token()).number(":until", until.toEpochMilli());
        return lease("SET #until = :until", "#token = :token", values);
    }

    private Optional<Lease> lease(String expression, String condition, Attributes values) {
        UpdateResult result =
                dynamo.update(new Update(ReportRows.TABLE, ReportRows.leaseKey(), expression, condition, values));
        return result instanceof UpdateResult.Updated ? Optional.of(ReportRows.lease(result.row())) : Optional.empty();
    }

    @Bean
    static Feature reportFeature() {
        return Feature.of(ReportRows.TABLE);
    }

    /**
     * The progress of the reports.
     *
     * @param next the first quarter that is in no report; null before the first run
     * @param requests number of requests for a report before the interval has passed
     * @param answered number of those that reports have answered: a request that comes while a report is made waits for the next one
     * @param exported the first quarter whose file may be missing, not after {@code next}; null before the first run
     */
    public record Checkpoint(
            @Nullable QuarterHour next,
            long requests,
            long answered,
            @Nullable QuarterHour exported) {

        /** The checkpoint before the first run. */
        public static final Checkpoint NONE = new Checkpoint(null, 0, 0, null);

        /** Whether a report up to the last settled quarter is requested. */
        public boolean requested() {
            return requests > answered;
        }

        /** Whether files of a report may be missing. */
        public boolean filesDue() {
            return next != null && exported != null && exported.compareTo(next) < 0;
        }
    }

    /** The right to report until others may take it over. Writes with this token are refused once a later lease, with a greater one, exists. */
    public record Lease(String holder, long token, Instant until) {}
}
