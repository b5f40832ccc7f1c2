package io.feedmill.common.recall;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.recall.Recall.Kind;
import io.feedmill.common.recall.Recall.RecallEnd;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.TransactWriteItem;

/**
 * Recalls as rows of the table {@code recalls}: one of the shards and {@code post#<id>}; and their notices, {@code notices#<shard>} and
 * {@code <id>#<job>}.
 */
public record RecallRows(int shards, Surplus keepAfterEnd) {
    public static final Table TABLE = Table.of("recalls");
    /** Takes 2,000 changes a second; each poll of an API reads all. All processes must know all: one that does not shows retracted posts. */
    public static final int SHARDS = 4;

    /** The condition that a row has the end of these {@link #values}. */
    static final String HAS_END = "ended = :ended AND surplus = :surplus";

    private static final String PREFIX = "post#";
    private static final String NOTICES = "notices";
    /** Begin the sort keys of the notices that are not a post's; no post's id has a colon. */
    private static final String CALLER = "caller:";

    private static final String AUTHOR = "author:";
    private static final String LISTING = "listing:";
    private static final String END = "ended:";

    private static final char SEPARATOR = '#';
    private static final String KIND = "kind";
    private static final String ENDED = "ended";
    private static final String SURPLUS = "surplus";

    /** The surplus with the longest queues, too. */
    private static final long MAX_SURPLUS = Duration.ofDays(1).toSeconds();

    /** APIs delete ended rows and notices; TTL deletes those that no API of this version sees. */
    private static final Duration LAST_RESORT = Duration.ofDays(1);

    /** How long a recall that ends now stays in force after its end. */
    public interface Surplus {

        Duration now();
    }

    /** The rows of a change: the recall without an end, which replaces an earlier one, and its notice. */
    public List<Attributes> rows(ChangeNotice.OfPost notice) {
        String kind = notice.recall().kind().value();
        return List.of(
                key(notice.recall().post()).string(KIND, kind), row(notice).string(KIND, kind));
    }

    /** The row of a notice, for that of a post without its kind. */
    public Attributes row(ChangeNotice notice) {
        RecallEnd end = notice instanceof ChangeNotice.OfPost of ? of.recall().end() : null;
        Attributes row = noticeKey(notice);
        return end == null
                ? row.expires(notice.change().createdAt().plus(LAST_RESORT))
                : ended(row, end).expires(end.at().plus(LAST_RESORT));
    }

    private static Attributes ended(Attributes row, RecallEnd end) {
        return row.number(ENDED, end.at().getEpochSecond())
                .number(SURPLUS, end.keepAfterEnd().toSeconds());
    }

    public Attributes key(PostId post) {
        return Attributes.key(Integer.toString(shard(post.value())), PREFIX + post.value());
    }

    private int shard(String subject) {
        return ShardedKey.shardOf(subject, shards);
    }

    Attributes noticeKey(ChangeNotice notice) {
        String subject = switch (notice) {
            case ChangeNotice.OfPost of ->
                (of.recall().end() == null ? "" : END) + of.recall().post();
            case ChangeNotice.OfCaller of -> CALLER + of.caller();
            case ChangeNotice.OfAuthor of -> AUTHOR + of.author();
            case ChangeNotice.OfListing of -> LISTING + of.author();
        };
        return Attributes.key(new ShardedKey(NOTICES, shard(subject)).value(), subject + SEPARATOR + notice.change());
    }

    /** Ends the post's recall with a notice, on condition that it has no end. {@code change} is the last one. */
    public List<TransactWriteItem> end(Dynamo dynamo, PostId post, JobId change, Instant now) {
        RecallEnd end = end(now);
        Attributes written = ended(Attributes.of(), end)
                .expires(end.at().plus(end.keepAfterEnd()).plus(LAST_RESORT));
        return List.of(
                dynamo.write(Update.set(
                        TABLE, key(post), "attribute_exists(pk) AND attribute_not_exists(expires)", written)),
                dynamo.put(TABLE, row(new ChangeNotice.OfPost(new Recall(post, Kind.NARROWED, end), change))));
    }

    public RecallEnd end(Instant now) {
        return new RecallEnd(now, Duration.ofSeconds(Math.min(keepAfterEnd.now().toSeconds(), MAX_SURPLUS)));
    }

    static Attributes values(RecallEnd end) {
        return Attributes.of()
                .number(":ended", end.at().getEpochSecond())
                .number(":surplus", end.keepAfterEnd().toSeconds());
    }

    /** Whether the recall in this row has no end yet. */
    public static boolean isOpen(Row row) {
        return !row.has(TableSchema.EXPIRES);
    }

    List<PartitionQuery> queries() {
        return IntStream.range(0, shards)
                .mapToObj(shard -> PartitionQuery.of(TABLE, Integer.toString(shard)))
                .toList();
    }

    List<PartitionQuery> noticeQueries() {
        return ShardedKey.all(NOTICES, shards).stream()
                .map(shard -> PartitionQuery.of(TABLE, shard.value()))
                .toList();
    }

    /** Throws an {@link IllegalArgumentException} if the key is malformed. A malformed end is none. */
    static Recall recall(Row row) {
        return new Recall(PostId.parse(row.sk().substring(PREFIX.length())), kind(row), end(row));
    }

    /** Throws an {@link IllegalArgumentException} if the key is malformed. */
    static ChangeNotice notice(Row row) {
        String key = row.sk();
        int separator = Math.max(0, key.lastIndexOf(SEPARATOR));
        String subject = key.substring(0, separator);
        JobId change = JobId.parse(key.substring(separator + 1));
        int name = subject.indexOf(':') + 1;
        return switch (subject.substring(0, name)) {
            case CALLER -> new ChangeNotice.OfCaller(subject.substring(name), change);
            case AUTHOR -> new ChangeNotice.OfAuthor(new UserId(subject.substring(name)), change);
            case LISTING -> new ChangeNotice.OfListing(new UserId(subject.substring(name)), change);
            case END ->
                new ChangeNotice.OfPost(new Recall(PostId.parse(subject.substring(name)), kind(row), end(row)), change);
            default -> new ChangeNotice.OfPost(new Recall(PostId.parse(subject), kind(row)), change);
        };
    }

    /** A kind of a newer version narrows at least: the author's feed is asked. */
    private static Kind kind(Row row) {
        return Kind.RETRACTED.value().equals(row.optionalString(KIND)) ? Kind.RETRACTED : Kind.NARROWED;
    }

    private static @Nullable RecallEnd end(Row row) {
        if (!row.has(ENDED)) {
            return null;
        }
        try {
            RecallEnd end =
                    new RecallEnd(Instant.ofEpochSecond(row.number(ENDED)), Duration.ofSeconds(row.number(SURPLUS)));
            return end.keepAfterEnd().toNanos() >= 0
                            && end.at().plus(end.keepAfterEnd()).isAfter(Instant.EPOCH)
                    ? end
                    : null;
        } catch (IllegalStateException | NumberFormatException | DateTimeException | ArithmeticException e) {
            return null;
        }
    }

    /** Whether the row recalls a post, and not what only a newer version knows. */
    static boolean isPost(Row row) {
        return row.sk().startsWith(PREFIX);
    }
}
