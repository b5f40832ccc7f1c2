package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import java.util.List;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Counters in the table {@code counters}, and markers of reactions in the table {@code reactions}: a key without attributes. */
@Component
record DynamoCounterStore(Dynamo dynamo, CounterRows rows) implements CounterStore {
    private static final Table REACTIONS = Table.withoutSortKey("reactions");

    @Override
    public AuthorCounters author(UserId author) {
        return CounterRows.author(dynamo.getAll(CounterRows.TABLE, rows.keys(author)));
    }

    @Override
    public PostCounters post(PostId post) {
        PostCounters counted = CounterRows.post(dynamo.getAll(CounterRows.TABLE, rows.keys(post)));
        return dynamo.get(JobRows.TABLE, JobRows.key(post))
                .map(job -> counted.plus(PostCounters.ofDeliveries(JobRows.deliveries(job))))
                .orElse(counted);
    }

    @Override
    public boolean add(ReactionKey reaction) {
        return change(dynamo.putNew(REACTIONS, marker(reaction)), reaction, 1);
    }

    @Override
    public boolean remove(ReactionKey reaction) {
        return change(dynamo.deletionOfExisting(REACTIONS, marker(reaction)), reaction, -1);
    }

    private boolean change(TransactWriteItem marker, ReactionKey reaction, int more) {
        List<TransactWriteItem> writes = List.of(marker, dynamo.write(rows.addReactions(reaction, more)));
        return dynamo.transact(writes) instanceof TransactionResult.Committed;
    }

    /** The marker, which is also its own key. */
    private static Attributes marker(ReactionKey reaction) {
        return Attributes.of().string(TableSchema.PK, reaction.value());
    }

    @Bean
    static Table countersTable() {
        return CounterRows.TABLE;
    }

    @Bean
    static Table reactionsTable() {
        return REACTIONS;
    }

    @Bean
    static CounterRows counterRows(TableSettings tables) {
        return new CounterRows(tables.counterShards());
    }

    /** Its rows are before the ledger's in the transaction. */
    @Bean
    @Order(0)
    static JobStep counterStep(CounterRows rows, Dynamo dynamo) {
        return job -> List.of(dynamo.write(rows.closed(job)));
    }
}
