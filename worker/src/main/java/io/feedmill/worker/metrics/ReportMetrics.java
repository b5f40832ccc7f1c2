package io.feedmill.worker.metrics;

import io.feedmill.common.report.Report;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.concurrent.atomic.AtomicInteger;
import org.springframework.stereotype.Component;

/** What the worker counts of its reports. Thread-safe. */
@Component
public final class ReportMetrics {
    private final Counter written;
    private final Counter events;
    private final Counter readUnits;
    private final Counter overtaken;
    private final Counter failed;
    private final AtomicInteger filesDue = new AtomicInteger();

    public ReportMetrics(MeterRegistry registry) {
        this.written = counter(registry, "feedmill.reports", "Reports that this worker made");
        this.events = counter(registry, "feedmill.reports.events", "Events in them");
        this.readUnits = counter(registry, "feedmill.reports.read.units", "Read units that they took");
        this.overtaken =
                counter(registry, "feedmill.reports.overtaken", "Runs that were void: another worker took over");
        this.failed = counter(registry, "feedmill.reports.failed", "Runs that failed, and are tried again");
        Gauge.builder("feedmill.reports.files.due", filesDue, AtomicInteger::get)
                .description("Reports whose files are not written")
                .strongReference(true)
                .register(registry);
    }

    public void reported(Report report) {
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

    /** So many reports had no files when this worker looked last. */
    public void filesDue(int reports) {
        filesDue.set(reports);
    }

    private static Counter counter(MeterRegistry registry, String name, String description) {
        return Counter.builder(name).description(description).register(registry);
    }
}
