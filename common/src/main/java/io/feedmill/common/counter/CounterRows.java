package io.feedmill.common.counter;

import io.feedmill.common.counter.CounterStore.AuthorCounters;
import io.feedmill.common.counter.CounterStore.PostCounters;
import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.fanout.Job;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ReactionKey;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.ViewKey;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * Counts as rows of the table {@code counters}: an author's {@code author:<author>#<shard>} and a post's {@code post:<post id>#<shard>}, both with the
 * sort key {@code total}. Each addition is part of the transaction that causes it. The number of shards may be raised, never lowered. What the shards of
 * a post came to when they were last read is {@code post:<post id>}, with the sort key {@code all}.
 */
public record CounterRows(int shards) {
    public static final Table TABLE = Table.of("counters");

    private static final String POST = "post:";
    /** The sort key of the counts of a post. */
    static final String ALL = "all";

    private static final String POSTS = "posts";
    private static final String DELIVERIES = "deliveries";
    private static final String VIEWS = "views";

    private static final String REVISION = "revision";

    /** Prefix of the attribute of a kind of reaction. */
    private static final String REACTION = "reaction:";

    /** One more post of the author, and its deliveries. */
    Update closed(Job job) {
        return new Update(
                TABLE,
                key(name(job.author()), job.post().value()),
                "ADD #posts :posts, #deliveries :deliveries",
                null,
                Attributes.of()
                        .number(":posts", 1)
                        .number(":deliveries", job.counts().delivered()));
    }

    /** More views of a post. The first viewer determines the shard, so that transactions of one post rarely conflict. */
    Update addViews(ViewKey first, long more) {
        return add(key(name(first.post()), first.viewer().value()), VIEWS, more);
    }

    /** More or fewer reactions of that kind, in the user's shard, which therefore never falls below zero. */
    Update addReactions(ReactionKey reaction, long more) {
        return add(key(name(reaction.post()), reaction.user().value()), REACTION + reaction.kind(), more);
    }

    /** Uses a placeholder for the name: a kind has characters that an expression does not take. */
    private static Update add(Attributes key, String count, long more) {
        return new Update(
                TABLE,
                key,
                "ADD #count :more",
                null,
                Map.of("#count", count),
                Attributes.of().number(":more", more));
    }

    Stream<Attributes> keys(String name) {
        return ShardedKey.all(name, shards).stream().map(CounterRows::key);
    }

    static AuthorCounters author(List<Row> shards) {
        return new AuthorCounters(sum(shards, POSTS), sum(shards, DELIVERIES));
    }

    /** The counts of a post, whose job has these deliveries. */
    static PostCounters post(List<Row> shards, long deliveries) {
        SortedMap<String, Long> reactions = new TreeMap<>();
        shards.forEach(shard -> shard.attributes().keySet().stream()
                .filter(name -> name.startsWith(REACTION))
                .forEach(name -> reactions.merge(name.substring(REACTION.length()), shard.number(name), Long::sum)));
        reactions.values().removeIf(count -> count == 0);
        return new PostCounters(sum(shards, VIEWS), sum(shards, DELIVERIES) + deliveries, reactions);
    }

    static Attributes countsKey(PostId post) {
        return Attributes.key(name(post), ALL);
    }

    static long revision(Row counts) {
        return counts.number(REVISION);
    }

    /** The row of a post's counts, as a shard that has all of them. */
    static Attributes counts(PostId post, PostCounters counters, long revision) {
        Attributes row = countsKey(post).number(VIEWS, counters.views()).number(REVISION, revision);
        counters.reactions().forEach((kind, count) -> row.number(REACTION + kind, count));
        return row;
    }

    private static long sum(List<Row> shards, String name) {
        return shards.stream().mapToLong(row -> row.number(name, 0)).sum();
    }

    static String name(UserId author) {
        return "author:" + author;
    }

    static String name(PostId post) {
        return POST + post.value();
    }

    /** The post of a row: of one of its shards, or of its counts. */
    static PostId counted(Row row) {
        int end = row.pk().indexOf('#');
        return PostId.parse(row.pk().substring(POST.length(), end < 0 ? row.pk().length() : end));
    }

    /** The key of the counter's shard that the id belongs to. */
    private Attributes key(String name, String id) {
        return key(new ShardedKey(name, ShardedKey.shardOf(id, shards)));
    }

    private static Attributes key(ShardedKey shard) {
        return Attributes.key(shard.value(), "total");
    }
}
