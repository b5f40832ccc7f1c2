package io.feedmill.api.deadletter;

import io.feedmill.api.ApiMetrics;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.ledger.LedgerStore;
import java.time.Clock;
import org.springframework.boot.autoconfigure.condition.ConditionalOnBooleanProperty;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@ConditionalOnBooleanProperty("feedmill.admin.enabled")
@Configuration(proxyBeanMethods = false)
class DeadLetterConfiguration {

    @Bean
    DeadLetterCounter deadLetterCounter(DeadLetterStore store, DeadLetterSettings settings, Clock clock) {
        Ticker ticker = Ticker.system();
        return new DeadLetterCounter(new DeadLetterBrowser(store, settings, ticker), settings, ticker, clock);
    }

    @Bean
    Redriver redriver(
            DeadLetterStore store, DeadLetterSettings settings, LedgerStore ledger, ApiMetrics metrics, Clock clock) {
        return new Redriver(store, settings, ledger, metrics, clock, Ticker.system());
    }
}
