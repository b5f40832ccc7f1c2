package io.feedmill.common.ledger;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.RetentionSettings;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.QuarterHour;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStep;
import io.feedmill.common.queue.Feature;
import java.time.Clock;
import java.time.Instant;
import java.util.List;
import java.util.random.RandomGenerator;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** The ledger, in the table {@code ledger}, written by the transactions that cause its entries. Expired ones are left out. Thread-safe. */
@Component
public record LedgerStore(Dynamo dynamo, LedgerRows rows, Clock clock) implements PostStep, JobStep {
    /** The partitions of a quarter hour, which together hold all of its entries. */
    public List<ShardedKey> partitions(QuarterHour quarter) {
        return ShardedKey.all(quarter.value(), rows.shards());
    }

    /** Up to a megabyte of a partition's entries, by time, after {@code next} of the page before (null: from the first). Strongly consistent. */
    public LedgerPage page(ShardedKey partition, @Nullable String after) {
        RowPage page = dynamo.query(PartitionQuery.of(LedgerRows.TABLE, partition.value())
                .after(after)
                .unexpired(clock.instant()));
        return new LedgerPage(page.map(LedgerRows::entry), page.next(), page.units());
    }

    /** Adds an entry of an event outside of the tables, which no transaction adds. No two rows have one key: the sort key's suffix is random. */
    public void enter(LedgerEntry.OfDeadLetters entry) {
        dynamo.putIfAbsent(LedgerRows.TABLE, rows.row(entry));
    }

    @Override
    public Part retracted(Post post, JobId retraction, Instant at) {
        return Part.of(entry(new LedgerEntry.Retracted(post.id(), post.author(), at)));
    }

    @Override
    public List<TransactWriteItem> closed(Job job) {
        long delivered = job.counts().delivered();
        long skipped = job.counts().skipped();
        return List.of(entry(
                new LedgerEntry.Posted(job.post(), job.author(), job.progressAt(), delivered, skipped, job.planned())));
    }

    private TransactWriteItem entry(LedgerEntry entry) {
        return dynamo.put(LedgerRows.TABLE, rows.row(entry));
    }

    @Bean
    static Feature ledgerFeature() {
        return Feature.of(LedgerRows.TABLE);
    }

    @Bean
    static LedgerRows ledgerRows(TableSettings tables, RetentionSettings retention, RandomGenerator random) {
        return new LedgerRows(tables.ledgerShards(), random, retention.ledger());
    }

    /** Entries of one partition, where the next page continues (null at the partition's end), and the consumed read units. */
    public record LedgerPage(
            List<LedgerEntry> entries, @Nullable String next, double units) {}
}
