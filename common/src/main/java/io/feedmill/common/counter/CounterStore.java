package io.feedmill.common.counter;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.fanout.JobRows;
import io.feedmill.common.fanout.JobStore.JobStep;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import io.feedmill.common.storage.SideBySide;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.Set;
import java.util.SortedMap;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.core.annotation.Order;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.PutItemRequest;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Sharded totals, and the reactions that they count. Reads are strongly consistent, but for that of {@link #counts}. Thread-safe. Counters are in the
 * table {@code counters}; a reaction is a marker in {@code reactions}, with the tick of its addition.
 */
@Component
public record CounterStore(Dynamo dynamo, CounterRows rows, MonotonicTicks ticks) {
    private static final Table REACTIONS = Table.of("reactions");

    /** At a time: more than one call waits for, of all batches of a process. */
    private static final SideBySide READS = new SideBySide(30);

    private static final String AT = "at";

    /** Rows of a Query of reactions: more than a user has to a post. */
    private static final int QUERY = 200;

    /** Rows of a read unit. */
    private static final int NEWEST = 40;

    /** Zeros for an author without completed jobs. */
    public AuthorCounters author(UserId author) {
        return CounterRows.author(dynamo.getAll(CounterRows.TABLE, rows.keys(CounterRows.name(author))));
    }

    /** {@link PostCounters#ZERO} for a post without counts, and for an absent one. */
    public PostCounters post(PostId post) {
        List<Row> shards = shards(post);
        Optional<Row> job = dynamo.get(JobRows.TABLE, JobRows.jobKey(JobId.of(post)));
        return CounterRows.post(shards, job.map(JobRows::deliveries).orElse(0L));
    }

    private List<Row> shards(PostId post) {
        return dynamo.getAll(CounterRows.TABLE, rows.keys(CounterRows.name(post)));
    }

    /**
     * Brings the row of the post's counts up to date. Call it after each addition: the last call sees all of them. Also the same counts are written
     * again, so that no other call writes what it has read before.
     */
    public void recount(PostId post) {
        boolean written;
        do {
            Optional<Row> before = dynamo.get(CounterRows.TABLE, CounterRows.countsKey(post));
            long revision = before.map(CounterRows::revision).orElse(0L);
            Attributes counts = CounterRows.counts(post, CounterRows.post(shards(post), 0), revision + 1);
            PutItemRequest put = PutItemRequest.builder()
                    .tableName(dynamo.tables().name(CounterRows.TABLE))
                    .item(counts)
                    .conditionExpression("attribute_not_exists(pk) OR revision = :before")
                    .expressionAttributeValues(Attributes.of().number(":before", revision))
                    .build();
            written = dynamo.put(put).isPresent();
        } while (!written);
    }

    /** The posts whose counts are among up to {@code limit} rows of a segment after the position (null: from its beginning). Eventually consistent. */
    public Page<PostId, RowKey> scanCounts(Segment segment, @Nullable RowKey after, int limit) {
        return dynamo.scan(CounterRows.TABLE, segment, after, limit)
                .map(rows ->
                        rows.filter(row -> row.sk().equals(CounterRows.ALL)).map(CounterRows::counted));
    }

    /** The views and reactions of these posts as they were last brought up to date; without the posts that never were. Eventually consistent. */
    public Map<PostId, PostCounters> counts(Collection<PostId> posts) {
        return dynamo
                .getAll(CounterRows.TABLE, posts.stream().map(CounterRows::countsKey), Consistency.EVENTUAL)
                .stream()
                .collect(Collectors.toMap(CounterRows::counted, row -> CounterRows.post(List.of(row), 0)));
    }

    /** The exact numbers of reactions to these posts by kind, without posts that have none. */
    public Map<PostId, SortedMap<String, Long>> reactions(Collection<PostId> posts) {
        Stream<Attributes> keys = posts.stream().flatMap(post -> rows.keys(CounterRows.name(post)));
        Map<PostId, SortedMap<String, Long>> reactions = new HashMap<>();
        dynamo.getAll(CounterRows.TABLE, keys).stream()
                .collect(Collectors.groupingBy(CounterRows::counted))
                .forEach((post, shards) ->
                        reactions.put(post, CounterRows.post(shards, 0).reactions()));
        reactions.values().removeIf(Map::isEmpty);
        return reactions;
    }

    /** Adds the reaction, one for a post, a kind and a user, with its count. Returns false, and counts nothing, if it existed. */
    public boolean add(ReactionKey reaction) {
        return change(dynamo.putNew(REACTIONS, marker(reaction)), reaction, 1);
    }

    /** Removes the reaction with its count. Returns false, and counts nothing, if it was absent. */
    public boolean remove(ReactionKey reaction) {
        return change(dynamo.deletionOfExisting(REACTIONS, key(reaction)), reaction, -1);
    }

    private boolean change(TransactWriteItem marker, ReactionKey reaction, int more) {
        return dynamo.commit(List.of(marker, dynamo.write(rows.addReactions(reaction, more))));
    }

    private Attributes marker(ReactionKey reaction) {
        return key(reaction).number(AT, ticks.next());
    }

    private static Attributes key(ReactionKey reaction) {
        return Attributes.key(reaction.user().value(), reaction.sortKey());
    }

    private static PartitionQuery reactions(UserId user, @Nullable KeyRange range) {
        return PartitionQuery.of(REACTIONS, user.value()).between(range);
    }

    /** The kinds of the user's reactions to those of these posts that have any. One Query, unless many others lie between the posts: it passes over them. */
    public Map<PostId, SortedSet<String>> reactions(UserId user, Collection<PostId> posts) {
        Map<PostId, SortedSet<String>> kinds = new HashMap<>();
        NavigableSet<PostId> left = new TreeSet<>(posts);
        while (!left.isEmpty()) {
            RowPage page = dynamo.query(reactions(user, ReactionKey.range(left.first(), left.last()))
                    .sortKeys()
                    .limit(QUERY));
            // of a post that the Query before ended in, this one has all
            kinds.putAll(ReactionKey.kinds(page.rows().stream()
                    .map(row -> ReactionKey.of(user, row.sk()))
                    .filter(reaction -> posts.contains(reaction.post()))));
            PostId reached = page.next(last -> ReactionKey.of(user, last).post());
            left = reached == null ? new TreeSet<>() : left.tailSet(reached, !reached.equals(left.first()));
        }
        return kinds;
    }

    /** The user's newest reactions to posts up to this one (null: to any), newest post first, of one read unit; {@code next} is the last one's post. */
    public Page<ReactionKey, PostId> newestReactions(UserId user, @Nullable PostId upTo) {
        KeyRange range = upTo == null ? null : ReactionKey.upTo(upTo);
        return dynamo.query(reactions(user, range).sortKeys().descending().limit(NEWEST))
                .page(
                        rows -> rows.map(row -> ReactionKey.of(user, row.sk())),
                        last -> ReactionKey.of(user, last).post());
    }

    /** Those of these users who have a reaction to the post, of any kind, with the tick of the newest one. A Query a user, several at a time. */
    public Map<UserId, Long> reacted(PostId post, Set<UserId> users) {
        Map<UserId, Long> newest = new HashMap<>();
        READS.map(users, user -> dynamo.queryAll(reactions(user, ReactionKey.range(post, post))))
                .forEach((user, markers) ->
                        markers.rows().forEach(marker -> newest.merge(user, marker.number(AT), Long::max)));
        return newest;
    }

    @Bean
    static Feature counterFeature() {
        return new Feature(List.of(CounterRows.TABLE, REACTIONS, ViewStore.TABLE), List.of(Reactions.TYPE, Views.TYPE));
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
