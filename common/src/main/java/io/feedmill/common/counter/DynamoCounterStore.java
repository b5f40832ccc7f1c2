package io.feedmill.common.counter;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobStep;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Counters in the table {@code counters}. */
final class DynamoCounterStore implements CounterStore {
    private final Dynamo dynamo;
    private final CounterRows rows;

    DynamoCounterStore(Dynamo dynamo, CounterRows rows) {
        this.dynamo = dynamo;
        this.rows = rows;
    }

    @Override
    public AuthorCounters author(UserId author) {
        return CounterRows.author(dynamo.getAll(Table.COUNTERS, rows.keys(author)));
    }

    @Override
    public PostCounters post(PostId post) {
        return CounterRows.post(dynamo.getAll(Table.COUNTERS, rows.keys(post)));
    }

    /** The counters and their rows. */
    @Configuration(proxyBeanMethods = false)
    static class CounterConfiguration {

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
    }
}
