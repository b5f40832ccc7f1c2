package io.feedmill.common.report;

import io.feedmill.common.dynamo.Dynamo;
import java.time.Clock;

/** What reporting takes, over one table. */
public record ReportStores(ReportStore reports, CheckpointStore checkpoint, LeaseStore leases) {

    /** Reports in DynamoDB. */
    public static ReportStores in(Dynamo dynamo, Clock clock) {
        return new ReportStores(
                new DynamoReportStore(dynamo), new DynamoCheckpointStore(dynamo), new DynamoLeaseStore(dynamo, clock));
    }
}
