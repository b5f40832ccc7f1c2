package io.feedmill.worker.report;

import static io.feedmill.worker.metrics.Counters.counter;

import io.feedmill.common.report.Report;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** The metrics of reports. Thread-safe. */
@Component
public final class ReportMetrics {
    private final Counter written;
    private final Counter events;
    private final Counter unknownEvents;
    private final Counter readUnits;
    private final Counter overtaken;
    private final Counter failed;
    private final AtomicInteger filesDue = new AtomicInteger();

    public ReportMetrics(MeterRegistry registry) {
        written = counter(registry, "feedmill.reports", "Reports that this worker created");
        events = counter(registry, "feedmill.reports.events", "Events in the reports");
        unknownEvents = counter(
                registry, "feedmill.reports.events.unknown", "Events of a newer version, which the reports left out");
        readUnits = counter(registry, "feedmill.reports.read.units", "Read units that the reports consumed");
        overtaken = counter(registry, "feedmill.reports.overtaken", "Runs abandoned because another worker took over");
        failed = counter(registry, "feedmill.reports.failed", "Failed runs");
        Gauge.builder("feedmill.reports.files.due", filesDue, AtomicInteger::get)
                .description("Reports without files")
                .strongReference(true)
                .register(registry);
    }

    /** Counts a report and the events that it left out. */
    public void reported(Report report, long unknown) {
        unknownEvents.increment((double) unknown);
        written.increment();
        events.increment((double) report.totals().events());
        readUnits.increment((double) report.readUnits());
    }

    public void overtaken() {
        overtaken.increment();
    }

    public void failed() {
        failed.increment();
    }

    public void filesDue(int reports) {
        filesDue.set(reports);
    }
}
