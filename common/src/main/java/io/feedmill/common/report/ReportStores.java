package io.feedmill.common.report;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.report.Report.Window;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The stores of reports, over one table. */
public record ReportStores(ReportStore reports, CheckpointStore checkpoint, LeaseStore leases) {

    /** The lease of the reporter. Clocks decide only who waits. The tokens make sure that a report is made once. Thread-safe. */
    public interface LeaseStore {

        /** Returns the lease with a new token, or empty while another holder has it. The current holder gets a new token, too. */
        Optional<Lease> acquire(String holder, Duration time);

        /** Extends the lease to this time from now. Returns empty if a later lease exists. */
        Optional<Lease> renew(Lease lease, Duration time);

        /** Ends the lease now, unless a later one exists. */
        void release(Lease lease);

        /**
         * The right to report.
         *
         * @param token greater than the token of every earlier lease: writes with this token are refused once a later lease exists
         * @param until when others may take it over
         */
        record Lease(String holder, long token, Instant until) {}
    }

    /** The checkpoint of the reports. Only {@link ReportStore#commit} advances it. Reads are strongly consistent. Thread-safe. */
    public interface CheckpointStore {

        Checkpoint read();

        /** Sets the beginning of the first report, unless it is set. Returns the current checkpoint. */
        Checkpoint begin(QuarterHour from);

        /** Requests a report up to the quarter that is then the last settled one. Returns the current checkpoint. */
        Checkpoint request();

        /** Records that the files of this report are written. Changes nothing unless this report is the next to export. */
        void exported(Window report);

        /**
         * The progress of the reports.
         *
         * @param next the first quarter that is in no report; null before the first run
         * @param requests number of requests for a report before the interval has passed
         * @param answered number of those that reports have answered: a request that comes while a report is made waits for the next one
         * @param exported the first quarter whose file may be missing, not after {@code next}; null before the first run
         */
        record Checkpoint(
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
    }

    /** The stores of reports. */
    @Configuration(proxyBeanMethods = false)
    static class ReportConfiguration {

        @Bean
        Table reportsTable() {
            return ReportRows.TABLE;
        }

        @Bean
        ReportStores reportStores(Dynamo dynamo, RetentionSettings retention, Clock clock) {
            DynamoReportStore store = new DynamoReportStore(dynamo, retention.reportLines(), clock);
            return new ReportStores(store, store, store);
        }
    }
}
