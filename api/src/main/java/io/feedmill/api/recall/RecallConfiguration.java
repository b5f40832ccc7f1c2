package io.feedmill.api.recall;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.storage.SuspendSafeClock;
import java.security.SecureRandom;
import java.time.Clock;
import java.time.Duration;
import java.util.Optional;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The recalls, which this instance reads as long as it runs. */
@Configuration(proxyBeanMethods = false)
class RecallConfiguration {
    /** How long another instance still shows a retracted post, beside the time of a read. A poll costs a Query a shard. */
    private static final Duration EVERY = Duration.ofSeconds(1);

    /** Items a second about which pages ask the author feeds while the copy is stale; a page that reads past hidden posts has up to 501. */
    private static final int STALE_READS = 1_000;

    /** About 160 MB. */
    private static final int KEPT = 500_000;

    @Bean
    Recalls recalls(RecallStore store, Clock clock, ApiMetrics metrics, UserRights rights) {
        Recalls recalls = new Recalls(
                store,
                new Recalls.Bounds(STALE_READS, KEPT),
                new SuspendSafeClock(System::nanoTime, clock),
                new SecureRandom(),
                () -> metrics.count(ApiMetrics.PAGES_REFUSED),
                rights);
        metrics.age(ApiMetrics.RECALLS_AGE, "Time since the recalls were read", () -> Optional.of(recalls.age()));
        metrics.gauge(ApiMetrics.RECALLS, "Posts that pages hide or check", recalls::size);
        metrics.gauge(ApiMetrics.RECALL_ROWS, "Rows of recalls, also of ended ones", recalls::rows);
        metrics.gauge(ApiMetrics.RECALLS_MALFORMED, "Malformed rows of recalls", recalls::malformed);
        return recalls;
    }

    @Bean
    RecallPoller recallPoller(Recalls recalls) {
        return new RecallPoller(recalls, EVERY);
    }
}
