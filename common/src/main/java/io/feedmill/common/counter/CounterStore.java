package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.Feature;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.SortedMap;
import java.util.TreeMap;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Sharded totals, and the reactions that they count. Reads are strongly consistent. Thread-safe. Counters are in the table {@code counters}; a
 * reaction is a marker in {@code reactions}, a key without attributes.
 */
@Component
public record CounterStore(Dynamo dynamo, CounterRows rows) {
    private static final Table REACTIONS = Table.withoutSortKey("reactions");

    /** Zeros for an author without completed jobs. */
    public AuthorCounters author(UserId author) {
        return CounterRows.author(dynamo.getAll(CounterRows.TABLE, rows.keys(CounterRows.name(author))));
    }

    /** {@link PostCounters#ZERO} for a post without counts, and for an absent one. */
    public PostCounters post(PostId post) {
        List<Row> shards = dynamo.getAll(CounterRows.TABLE, rows.keys(CounterRows.name(post)));
        Optional<Row> job = dynamo.get(JobRows.TABLE, JobRows.jobKey(JobId.of(post)));
        return CounterRows.post(shards, job.map(JobRows::deliveries).orElse(0L));
    }

    /** Adds the reaction, one for a post, a kind and a user, with its count. Returns false, and counts nothing, if it existed. */
    public boolean add(ReactionKey reaction) {
        return change(dynamo.putNew(REACTIONS, marker(reaction)), reaction, 1);
    }

    /** Removes the reaction with its count. Returns false, and counts nothing, if it was absent. */
    public boolean remove(ReactionKey reaction) {
        return change(dynamo.deletionOfExisting(REACTIONS, marker(reaction)), reaction, -1);
    }

    private boolean change(TransactWriteItem marker, ReactionKey reaction, int more) {
        return dynamo.commit(List.of(marker, dynamo.write(rows.addReactions(reaction, more))));
    }

    /** The marker, which is also its own key. */
    private static Attributes marker(ReactionKey reaction) {
        return Attributes.of().string(TableSchema.PK, reaction.value());
    }

    @Bean
    static Feature counterFeature() {
        return Feature.of(CounterRows.TABLE, REACTIONS);
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

    /** The sums of an author's completed jobs. */
    public record AuthorCounters(long posts, long deliveries) {}

    /** The counts of a post: viewers, each once; deliveries of its completed fan-out; reactions of each kind that has any. */
    public record PostCounters(long views, long deliveries, SortedMap<String, Long> reactions) {
        public static final PostCounters ZERO = new PostCounters(0, 0, Collections.emptySortedMap());

        public PostCounters {
            reactions = Collections.unmodifiableSortedMap(new TreeMap<>(reactions));
        }
    }
}
