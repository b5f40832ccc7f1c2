package io.feedmill.common.fanout;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.ledger.LedgerRows;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of fan-out jobs. */
@Configuration(proxyBeanMethods = false)
class FanoutConfiguration {

    @Bean
    JobStore jobStore(Dynamo dynamo, LedgerRows ledger, CounterRows counters, Clock clock) {
        return new DynamoJobStore(dynamo, ledger, counters, clock);
    }
}
