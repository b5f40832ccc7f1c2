package io.feedmill.api.recall;

import io.feedmill.common.dynamo.ClockOffset;
import io.feedmill.common.time.Schedule;
import java.time.Duration;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Polls notices beside the upkeep of recalls: neither waits for the other. A failure does not change health: pages ask the author feeds instead. */
@Configuration(proxyBeanMethods = false)
class RecallPoller {
    /** How long another instance still shows a retracted post, beside the time of a read. A poll costs a Query a shard. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    private static final Logger LOG = LoggerFactory.getLogger(RecallPoller.class);

    @Bean
    static Schedule.Task recallPolls(Recalls recalls) {
        return task("poll", recalls::poll, EVERY);
    }

    @Bean
    static Schedule.Task recallUpkeep(Recalls recalls, ClockOffset offset) {
        return task("upkeep", () -> recalls.upkeep(offset.storeTime()), EVERY);
    }

    static Schedule.Task task(String name, Runnable call, Duration every) {
        AtomicBoolean failed = new AtomicBoolean();
        return new Schedule.Task("recalls", () -> run(name, call, failed), every, Duration.ZERO);
    }

    /** An outage has one line in the log when it begins and one when it ends. */
    private static void run(String name, Runnable call, AtomicBoolean failed) {
        try {
            call.run();
            if (failed.getAndSet(false)) {
                LOG.atInfo().addKeyValue("work", name).log("Recalls read again");
            }
        } catch (RuntimeException e) {
            LOG.atLevel(failed.getAndSet(true) ? Level.DEBUG : Level.WARN)
                    .addKeyValue("work", name)
                    .setCause(e)
                    .log("Cannot read recalls");
        }
    }
}
