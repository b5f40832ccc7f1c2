package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TableSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The counters and their rows. */
@Configuration(proxyBeanMethods = false)
class CounterConfiguration {

    @Bean
    CounterRows counterRows(TableSettings tables) {
        return new CounterRows(tables.counterShards());
    }

    @Bean
    CounterStore counterStore(Dynamo dynamo, CounterRows rows) {
        return new DynamoCounterStore(dynamo, rows);
    }
}
