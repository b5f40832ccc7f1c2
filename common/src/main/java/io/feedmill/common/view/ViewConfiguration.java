package io.feedmill.common.view;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.ledger.LedgerRows;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of views. */
@Configuration(proxyBeanMethods = false)
class ViewConfiguration {

    @Bean
    ViewStore viewStore(Dynamo dynamo, CounterRows counters, LedgerRows ledger, Clock clock) {
        return new DynamoViewStore(dynamo, counters, ledger, clock);
    }
}
