package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.queue.MessageType;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;

/** The counters, and what they count: views and reactions. */
@Configuration(proxyBeanMethods = false)
@Import({DynamoCounterStore.class, DynamoReactionStore.class, DynamoViewStore.class})
class CounterConfiguration {
    @Bean
    Table countersTable() {
        return CounterRows.TABLE;
    }

    @Bean
    Table viewsTable() {
        return DynamoViewStore.TABLE;
    }

    @Bean
    Table reactionsTable() {
        return DynamoReactionStore.TABLE;
    }

    @Bean
    CounterRows counterRows(TableSettings tables) {
        return new CounterRows(tables.counterShards());
    }

    @Bean
    JobStep counterStep(CounterRows rows, Dynamo dynamo) {
        return job -> rows.closed(job).stream().map(dynamo::write).toList();
    }

    @Bean
    MessageType<Views> viewsMessages() {
        return Views.TYPE;
    }
}
