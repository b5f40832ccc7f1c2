package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobStep;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.queue.MessageType;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The counters, and what they count: views and reactions. */
@Configuration(proxyBeanMethods = false)
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
        return job -> rows.closed(dynamo.tables(), job);
    }

    @Bean
    CounterStore counterStore(Dynamo dynamo, CounterRows rows) {
        return new DynamoCounterStore(dynamo, rows);
    }

    @Bean
    ReactionStore reactionStore(Dynamo dynamo, CounterRows rows) {
        return new DynamoReactionStore(dynamo, rows);
    }

    @Bean
    ViewStore viewStore(Dynamo dynamo, CounterRows rows, LedgerRows ledger, RetentionSettings retention, Clock clock) {
        return new DynamoViewStore(dynamo, rows, ledger, retention, clock);
    }

    @Bean
    MessageType<Views> viewsMessages() {
        return Views.TYPE;
    }
}
