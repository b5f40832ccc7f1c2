package io.feedmill.worker.announcement;

import static io.feedmill.worker.metrics.Counters.counter;

import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.MeterRegistry;
import org.springframework.stereotype.Component;

/** The metrics of announcements. All are registered at the start. Thread-safe. */
@Component
public final class AnnouncementMetrics {
    private final Counter announced;
    private final Counter announcements;

    public AnnouncementMetrics(MeterRegistry registry) {
        announced = counter(
                registry,
                "feedmill.announcements.delivered",
                "Home feeds that an announcement reached, each counted once");
        announcements = counter(
                registry, "feedmill.announcements.completed", "Announcements whose last home feed this worker reached");
    }

    public void delivered(int homes) {
        announced.increment(homes);
    }

    public void completed() {
        announcements.increment();
    }
}
