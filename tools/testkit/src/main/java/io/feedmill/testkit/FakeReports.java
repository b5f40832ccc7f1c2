package io.feedmill.testkit;

import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report;
import io.feedmill.common.report.Report.ReportLine;
import io.feedmill.common.report.ReportStores.CheckpointStore.Checkpoint;
import io.feedmill.common.report.ReportStores.LeaseStore.Lease;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/** The rows of the table of reports. */
final class FakeReports {
    final NavigableMap<QuarterHour, Report> reports = new TreeMap<>();
    final Map<LinesKey, Lines> lines = new HashMap<>();
    Checkpoint checkpoint = Checkpoint.NONE;

    @Nullable Lease lease;

    boolean isLatest(long token) {
        return lease != null && lease.token() == token;
    }

    /** The key of a part of a report's lines. */
    record LinesKey(QuarterHour from, long token, int number) {}

    /** A part of a report's lines. */
    record Lines(List<ReportLine> lines, Instant expires) {}
}
