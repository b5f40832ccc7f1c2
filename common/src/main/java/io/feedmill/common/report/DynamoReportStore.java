package io.feedmill.common.report;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.Report.Window;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The reports, their checkpoint and their lease in the table {@code reports}. */
@Component
record DynamoReportStore(Dynamo dynamo, RetentionSettings retention, Clock clock) implements ReportStore {
    /** An existing row is from an earlier attempt whose answer was lost. */
    @Override
    public void putLines(Window window, Lease lease, int number, List<ReportLine> lines) {
        Instant expires = clock.instant().plus(retention.reportLines());
        dynamo.putIfAbsent(ReportRows.TABLE, ReportRows.lines(window.from(), lease.token(), number, lines, expires));
    }

    @Override
    public boolean commit(Report report, long answered) {
        List<TransactWriteItem> writes = List.of(
                heldStill(report.token()),
                dynamo.write(advanced(report.window(), answered)),
                dynamo.putNew(ReportRows.TABLE, ReportRows.row(report)));
        return dynamo.transact(writes) instanceof TransactionResult.Committed;
    }

    private TransactWriteItem heldStill(long token) {
        return dynamo.check(
                ReportRows.TABLE,
                ReportRows.leaseKey(),
                "#token = :token",
                Attributes.of().number(":token", token));
    }

    private static Update advanced(Window window, long answered) {
        return new Update(
                ReportRows.TABLE,
                ReportRows.checkpointKey(),
                "SET #next = :to, answered = :answered",
                "#next = :from",
                Attributes.of()
                        .string(":from", window.from().value())
                        .string(":to", window.to().value())
                        .number(":answered", answered));
    }

    @Override
    public Optional<Report> find(QuarterHour from) {
        return dynamo.get(ReportRows.TABLE, ReportRows.reportKey(from)).map(ReportRows::report);
    }

    @Override
    public List<Report> from(QuarterHour first, int limit) {
        PartitionQuery query = PartitionQuery.of(ReportRows.TABLE, ReportRows.STREAM)
                .between(first.value(), ReportRows.LAST_REPORT)
                .limit(limit);
        return dynamo.queryAll(query).map(ReportRows::report);
    }

    @Override
    public ReportPage newest(@Nullable QuarterHour after, int limit) {
        PartitionQuery query = PartitionQuery.of(ReportRows.TABLE, ReportRows.STREAM)
                .between(ReportRows.FIRST_REPORT, ReportRows.LAST_REPORT)
                .after(after == null ? null : after.value())
                .limit(limit)
                .descending()
                .eventuallyConsistent();
        RowPage page = dynamo.queryAll(query);
        return new ReportPage(page.map(ReportRows::report), page.next(QuarterHour::parse));
    }

    @Override
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

    @Override
    public Checkpoint checkpoint() {
        return dynamo.get(ReportRows.TABLE, ReportRows.checkpointKey())
                .map(ReportRows::checkpoint)
                .orElse(Checkpoint.NONE);
    }

    @Override
    public Checkpoint begin(QuarterHour from) {
        return ReportRows.checkpoint(update(
                "SET #next = :from, exported = :from",
                "attribute_not_exists(#next)",
                Attributes.of().string(":from", from.value())));
    }

    @Override
    public Checkpoint request() {
        return ReportRows.checkpoint(
                update("ADD requests :one", null, Attributes.of().number(":one", 1)));
    }

    @Override
    public void exported(Window report) {
        update(
                "SET exported = :to",
                "exported = :from",
                Attributes.of()
                        .string(":from", report.from().value())
                        .string(":to", report.to().value()));
    }

    /** The row after the call, by any writer: a failed condition means that it had this state already. */
    private Row update(String expression, @Nullable String condition, Attributes values) {
        Update update = new Update(ReportRows.TABLE, ReportRows.checkpointKey(), expression, condition, values);
        return dynamo.update(update).latest();
    }

    /** A holder that got no answer and asks again finds its own lease, and gets a greater token. */
    @Override
    public Optional<Lease> acquire(String holder, Duration time) {
        Instant now = clock.instant();
        Update update = new Update(
                ReportRows.TABLE,
                ReportRows.leaseKey(),
                "SET holder = :holder, #until = :until ADD #token :one",
                "attribute_not_exists(pk) OR #until <= :now OR holder = :holder",
                Attributes.of()
                        .string(":holder", holder)
                        .number(":now", now.toEpochMilli())
                        .number(":until", now.plus(time).toEpochMilli())
                        .number(":one", 1));
        return lease(dynamo.update(update));
    }

    @Override
    public Optional<Lease> renew(Lease lease, Duration time) {
        return set(lease, clock.instant().plus(time));
    }

    @Override
    public void release(Lease lease) {
        set(lease, Instant.EPOCH);
    }

    private Optional<Lease> set(Lease lease, Instant until) {
        Update update = new Update(
                ReportRows.TABLE,
                ReportRows.leaseKey(),
                "SET #until = :until",
                "#token = :token",
                Attributes.of().number(":token", lease.token()).number(":until", until.toEpochMilli()));
        return lease(dynamo.update(update));
    }

    private static Optional<Lease> lease(UpdateResult result) {
        return switch (result) {
            case UpdateResult.Updated updated -> Optional.of(ReportRows.lease(updated.row()));
            case UpdateResult.ConditionFailed lost -> Optional.empty();
            case UpdateResult.Unclear unclear -> Optional.empty();
        };
    }

    @Bean
    static Table reportsTable() {
        return ReportRows.TABLE;
    }
}
