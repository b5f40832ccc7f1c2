package io.feedmill.bench.sdk;

import io.feedmill.bench.servers.Feedmill.Posts;
import io.feedmill.common.dynamo.TableSchema;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.feed.FeedRows.HomeRows;
import io.feedmill.common.key.Digits;
import io.feedmill.common.key.MonotonicTicks;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.Ticks;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Mode;
import io.feedmill.common.post.Post;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.stream.Gatherers;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.BatchWriteItemRequest;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Posts of one author, each for all of the recipients. */
public record Deliveries(List<String> recipients, int posts) {
    /** The maximum of BatchWriteItem. */
    static final int BATCH = 25;

    static final TableSchema TABLES = new TableSchema("feedmill-");
    static final String TABLE = TABLES.name(FeedRows.HOMES);

    /** A row's time to live, from its post on. */
    static final Duration RETENTION = Duration.ofDays(30);

    private static final UserId AUTHOR = new UserId("author");
    private static final MonotonicTicks CLOCK = new MonotonicTicks(() -> Ticks.ofInstant(Instant.now()));
    private static final SecureRandom RANDOM = new SecureRandom();

    public Deliveries {
        recipients = List.copyOf(recipients);
    }

    /** Takes recipients {@code f0000000}, {@code f0000001}… */
    public static Deliveries of(int recipients, int posts) {
        return new Deliveries(
                IntStream.range(0, recipients)
                        .mapToObj(number -> "f" + Digits.encode(number, 7))
                        .toList(),
                posts);
    }

    /** Returns the same posts for the first recipients only: a sample for a slow contender. */
    public Deliveries sample(int max) {
        return new Deliveries(recipients.subList(0, Math.min(max, recipients.size())), posts);
    }

    /** Returns the number of deliveries. */
    public long count() {
        return (long) recipients.size() * posts;
    }

    /** Creates a post. */
    static Post post() {
        return post(AUTHOR, Mode.PUSH);
    }

    private static Post post(UserId author, Mode mode) {
        return new Post(
                PostId.create(CLOCK.next(), RANDOM),
                author,
                Content.of(Posts.TEXT),
                1,
                null,
                Audience.everyone(),
                mode);
    }

    /** Returns the number of batches of a turn. */
    int batches() {
        return posts * Math.ceilDiv(recipients.size(), BATCH);
    }

    /** Creates new posts for a turn, and returns its batches by their number. */
    IntFunction<BatchWriteItemRequest> round() {
        List<HomeRows> rows = rows();
        List<List<String>> users =
                recipients.stream().gather(Gatherers.windowFixed(BATCH)).toList();
        return batch -> batch(rows.get(batch / users.size()), users.get(batch % users.size()));
    }

    /** Creates new posts for a turn, and the rows that Feedmill writes for each. */
    List<HomeRows> rows() {
        return Stream.generate(Deliveries::post)
                .limit(posts)
                .map(Deliveries::rows)
                .toList();
    }

    static HomeRows rows(Post post) {
        return new FeedRows(RETENTION).homeRows(FeedItem.of(post, Via.FOLLOW));
    }

    /** Creates a post on read, and the row of its author's feed. */
    static Map<String, AttributeValue> authorRow(String author) {
        return new FeedRows(RETENTION).authorRow(FeedItem.of(post(new UserId(author), Mode.ON_READ), Via.SELF));
    }

    /** Returns the request that writes the rows of up to {@link #BATCH} users. */
    static BatchWriteItemRequest batch(HomeRows rows, List<String> users) {
        List<WriteRequest> writes = users.stream()
                .map(user -> WriteRequest.builder()
                        .putRequest(put -> put.item(rows.of(new UserId(user))))
                        .build())
                .toList();
        return BatchWriteItemRequest.builder()
                .requestItems(Map.of(TABLE, writes))
                .build();
    }
}
