package io.feedmill.api.recall;

import io.feedmill.api.ApiMetrics;
import io.feedmill.common.recall.RecallStore;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The recalls, which this instance reads as long as it runs. */
@Configuration(proxyBeanMethods = false)
class RecallConfiguration {

    @Bean
    Recalls recalls(RecallStore store, RecallSettings settings, ApiMetrics metrics) {
        Recalls recalls = new Recalls(store, settings, System::nanoTime);
        metrics.recalls(recalls::age, recalls::size);
        return recalls;
    }

    @Bean
    RecallPoller recallPoller(Recalls recalls, RecallSettings settings) {
        return new RecallPoller(recalls, settings);
    }
}
