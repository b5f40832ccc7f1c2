package io.feedmill.common.recall;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.feed.AuthorFeedRows;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.queue.HandlerLife;
import java.time.Clock;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/** Recalls, in the table {@code recalls}. Changes of posts put them with a notice, the closes of their jobs end them. Thread-safe. */
@Component
public record RecallStore(Dynamo dynamo, BatchWriter writer, RecallRows rows, Clock clock) {
    /** Returns all recalls, also those that have ended; no more than this number. Strongly consistent. */
    public Listing<Recall> all(int max) {
        return listing(rows(rows.queries()).filter(RecallRows::isPost).limit(max), RecallRows::recall);
    }

    /** Returns all notices, by one call a shard while there are few. Strongly consistent. */
    public Listing<ChangeNotice> notices() {
        return listing(rows(rows.noticeQueries()), RecallRows::notice);
    }

    private static <T> Listing<T> listing(Stream<Row> rows, Function<Row, T> mapping) {
        Listing<T> listing = new Listing<>(new ArrayList<>(), new ArrayList<>());
        rows.forEach(row -> {
            try {
                listing.rows().add(mapping.apply(row));
            } catch (IllegalArgumentException e) {
                listing.malformed().add(row.pk() + " " + row.sk());
            }
        });
        return listing;
    }

    /** A notice as a part of the transaction of its change. */
    public TransactWriteItem put(ChangeNotice notice) {
        return dynamo.put(RecallRows.TABLE, rows.row(notice));
    }

    /** Deletes notices. What is not deleted within seconds stays. */
    public void delete(List<ChangeNotice> notices) {
        writer.write(
                RecallRows.TABLE,
                notices,
                notice -> BatchWriter.delete(rows.noticeKey(notice)),
                writer.bulk(DynamoClients.CALL_TIMEOUT.multipliedBy(2)));
    }

    /** Deletes an ended recall, on condition that it has this end. */
    public void delete(Recall ended) {
        Recall.RecallEnd end = Objects.requireNonNull(ended.end());
        dynamo.delete(RecallRows.TABLE, rows.key(ended.post()), RecallRows.HAS_END, RecallRows.values(end));
    }

    /**
     * Ends a recall that no job will end; one that has an end keeps it. {@code change} is the job of the last change, after which the post was found
     * (null: none): a later one recalls the post anew.
     */
    public void end(UserId author, PostId post, @Nullable JobId change) {
        List<TransactWriteItem> writes = new ArrayList<>();
        writes.add(AuthorFeedRows.isLast(dynamo, author, post, change));
        writes.addAll(rows.end(dynamo, post, change == null ? JobId.of(post) : change, clock.instant()));
        dynamo.transact(writes);
    }

    /** Returns the posts whose recalls have no end yet. Strongly consistent. */
    public Set<PostId> open() {
        return listing(rows(rows.queries()).filter(RecallRows::isPost).filter(RecallRows::isOpen), RecallRows::recall)
                .rows()
                .stream()
                .map(Recall::post)
                .collect(Collectors.toUnmodifiableSet());
    }

    /** Without a gate: their one caller waits for no other call. */
    private Stream<Row> rows(List<PartitionQuery> shards) {
        Dynamo reads = dynamo.ungated();
        return shards.stream().flatMap(shard -> reads.queryAll(shard).rows().stream());
    }

    /** @param keepAfterEnd of a worker, which ends recalls and knows its queues */
    @Bean
    static RecallRows recallRows(Optional<RecallRows.Surplus> keepAfterEnd) {
        return new RecallRows(RecallRows.SHARDS, keepAfterEnd.orElse(() -> HandlerLife.LAST_WRITE));
    }

    @Bean
    static Feature recallFeature() {
        return Feature.of(RecallRows.TABLE);
    }

    /** Rows as they were read, and the keys of those that no version writes. */
    public record Listing<T>(List<T> rows, List<String> malformed) {}
}
