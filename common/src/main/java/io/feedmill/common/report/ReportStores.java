package io.feedmill.common.report;

/** What reporting takes, over one table. */
public record ReportStores(ReportStore reports, CheckpointStore checkpoint, LeaseStore leases) {}
