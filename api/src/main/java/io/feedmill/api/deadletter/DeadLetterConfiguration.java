package io.feedmill.api.deadletter;

import io.feedmill.api.admin.AdminOnly;
import io.feedmill.api.metric.ApiMetrics;
import io.feedmill.common.deadletter.DeadLetterStore;
import io.feedmill.common.ledger.LedgerStore;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

@AdminOnly
@Configuration(proxyBeanMethods = false)
class DeadLetterConfiguration {

    @Bean
    LetterCount letterCount(DeadLetterStore store, DeadLetterSettings settings, Clock clock) {
        Ticker ticker = Ticker.system();
        return new LetterCount(new LetterWalk(store, settings, ticker), settings, ticker, clock);
    }

    @Bean
    Redriver redriver(
            DeadLetterStore store, DeadLetterSettings settings, LedgerStore ledger, ApiMetrics metrics, Clock clock) {
        return new Redriver(store, settings, ledger, metrics, clock, Ticker.system());
    }
}
