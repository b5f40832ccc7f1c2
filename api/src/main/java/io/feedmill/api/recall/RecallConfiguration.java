package io.feedmill.api.recall;

import io.feedmill.api.metrics.ApiMetrics;
import io.feedmill.api.rights.UserRights;
import io.feedmill.common.recall.RecallStore;
import io.feedmill.common.storage.TwoClocks;
import java.security.SecureRandom;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The recalls, which this instance reads as long as it runs. */
@Configuration(proxyBeanMethods = false)
class RecallConfiguration {

    @Bean
    Recalls recalls(RecallStore store, RecallSettings settings, Clock clock, ApiMetrics metrics, UserRights rights) {
        Recalls recalls = new Recalls(
                store,
                settings,
                new TwoClocks(System::nanoTime, clock),
                new SecureRandom(),
                metrics::pageWithoutRecallsRefused,
                rights);
        metrics.recalls(recalls::age, recalls::size);
        metrics.recallRows(recalls::rows, recalls::malformed);
        return recalls;
    }

    @Bean
    RecallPoller recallPoller(Recalls recalls, RecallSettings settings) {
        return new RecallPoller(recalls, settings);
    }
}
