package io.feedmill.api.recall;

import io.feedmill.common.time.ProcessTime;
import io.feedmill.common.time.Schedule;
import java.time.Duration;
import java.util.List;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.beans.factory.annotation.Autowired;
import org.springframework.context.SmartLifecycle;
import org.springframework.stereotype.Component;

/**
 * Polls the notices of recalls at regular intervals, and does the upkeep of the recalls beside the polls: neither waits for the other. A failure does not
 * change health: pages ask the author feeds instead.
 */
@Component
final class RecallPoller implements SmartLifecycle {
    /** How long another instance still shows a retracted post, beside the time of a read. A poll costs a Query a shard. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(RecallPoller.class);

    private final Duration every;
    private final Work poll;
    private final Work upkeep;
    private final ProcessTime time;
    private volatile List<Schedule> schedules = List.of();

    @Autowired
    RecallPoller(Recalls recalls, ProcessTime time) {
        this(recalls, EVERY, time);
    }

    RecallPoller(Recalls recalls, Duration every, ProcessTime time) {
        this.time = time;
        this.every = every;
        this.poll = new Work("poll", recalls::poll);
        this.upkeep = new Work("upkeep", recalls::upkeep);
    }

    /** A repeated call. An outage has one line in the log when it begins and one when it ends. */
    private static final class Work {
        private final String name;
        private final Runnable call;
        private boolean failed;

        Work(String name, Runnable call) {
            this.name = name;
            this.call = call;
        }

        void run() {
            try {
                call.run();
                if (failed) {
                    LOG.atInfo().addKeyValue("work", name).log("Recalls read again");
                }
                failed = false;
            } catch (RuntimeException e) {
                LOG.atLevel(failed ? Level.DEBUG : Level.WARN)
                        .addKeyValue("work", name)
                        .setCause(e)
                        .log("Cannot read recalls");
                failed = true;
            }
        }
    }

    @Override
    public void start() {
        schedules = Stream.of(poll, upkeep)
                .map(work -> Schedule.start(new Schedule.Task("recalls", work::run, every, Duration.ZERO), time))
                .toList();
    }

    @Override
    public void stop() {
        schedules.forEach(Schedule::close);
        schedules = List.of();
    }

    @Override
    public boolean isRunning() {
        return !schedules.isEmpty();
    }
}
