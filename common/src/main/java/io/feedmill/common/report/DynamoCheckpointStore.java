package io.feedmill.common.report;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import io.feedmill.common.report.ReportStores.CheckpointStore;
import io.feedmill.common.report.ReportStores.CheckpointStore.Checkpoint;
import org.jspecify.annotations.Nullable;

/** The checkpoint in the table {@code reports}. */
record DynamoCheckpointStore(Dynamo dynamo) implements CheckpointStore {
    @Override
    public Checkpoint read() {
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
}
