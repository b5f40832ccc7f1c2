package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.key.ReactionKey;
import java.util.List;
import java.util.Map;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Markers in the table {@code reactions}: a key without attributes. */
record DynamoReactionStore(Dynamo dynamo, CounterRows counters) implements ReactionStore {
    public static final Table TABLE = Table.withoutSortKey("reactions");

    @Override
    public boolean add(ReactionKey reaction) {
        return change(dynamo.putNew(TABLE, marker(reaction)), reaction, 1);
    }

    @Override
    public boolean remove(ReactionKey reaction) {
        return change(dynamo.deletionOfExisting(TABLE, marker(reaction)), reaction, -1);
    }

    private boolean change(TransactWriteItem marker, ReactionKey reaction, int more) {
        List<TransactWriteItem> writes = List.of(marker, dynamo.write(counters.addReactions(reaction, more)));
        return dynamo.transact(writes) instanceof TransactionResult.Committed;
    }

    /** The marker, which is also its own key. */
    private static Map<String, AttributeValue> marker(ReactionKey reaction) {
        return Attributes.of().string(TableSchema.PK, reaction.value()).map();
    }
}
