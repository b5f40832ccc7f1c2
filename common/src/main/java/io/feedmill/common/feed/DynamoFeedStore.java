package io.feedmill.common.feed;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.Dynamo.ScanPage;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.FeedScan;
import io.feedmill.common.feed.FeedStore.HomePage;
import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Feeds in the tables {@code authors} and {@code homes}. */
@Component
record DynamoFeedStore(Dynamo dynamo, BatchWriter writer, FeedRows rows, Clock clock) implements FeedStore {
    /** Reads one row more than requested to know whether the feed continues. After a row beyond the retention it does not: rows come newest first. */
    @Override
    public FeedPage page(FeedName feed, PageRequest request) {
        RowPage page = dynamo.query(query(feed, request)).first(request.limit());
        Instant now = clock.instant();
        boolean ended =
                !page.rows().isEmpty() && rows.isPastRetention(page.rows().getLast(), now);
        return new FeedPage(
                page.rows().stream()
                        .flatMap(row -> rows.knownItem(row, now).stream())
                        .toList(),
                ended ? null : page.next(FeedKey::parse),
                ended ? now.minus(rows.retention()) : null);
    }

    private PartitionQuery query(FeedName feed, PageRequest request) {
        FeedKey after = request.after();
        PartitionQuery query = ranged(rows(feed), request.range()).limit(request.limit() + 1);
        return after == null
                ? query
                : query.furtherPage(after.value(), after.postId().createdAt(), clock.instant());
    }

    private static PartitionQuery rows(FeedName feed) {
        return PartitionQuery.of(FeedRows.table(feed), feed.value());
    }

    private static PartitionQuery ranged(PartitionQuery query, @Nullable KeyRange range) {
        return range == null ? query : query.between(range.first(), range.last());
    }

    @Override
    public Truth truth(UserId author, PostId post) {
        return dynamo.get(FeedRows.AUTHORS, FeedRows.key(FeedName.author(author), post))
                .map(this::truth)
                .orElseGet(Truth.Gone::new);
    }

    private Truth truth(Row row) {
        Optional<FeedItem> item = rows.item(row, clock.instant());
        return item.isPresent()
                ? new Truth.Live(item.get(), FeedRows.change(row))
                : new Truth.Gone(FeedRows.change(row));
    }

    @Override
    public List<AuthorPost> posts(UserId author, @Nullable FeedKey after, int limit, Consistency consistency) {
        return dynamo.queryAll(rowsAfter(FeedName.author(author), after, limit, consistency)).rows().stream()
                .map(row -> new AuthorPost(FeedKey.parse(row.sk()).postId(), truth(row)))
                .toList();
    }

    private static PartitionQuery rowsAfter(
            FeedName feed, @Nullable FeedKey after, int limit, Consistency consistency) {
        PartitionQuery rows =
                rows(feed).after(after == null ? null : after.value()).limit(limit);
        return consistency == Consistency.STRONG ? rows : rows.eventuallyConsistent();
    }

    @Override
    public List<AuthorPost> posts(UserId author, Collection<PostId> posts) {
        List<Attributes> keys = posts.stream()
                .map(post -> FeedRows.key(FeedName.author(author), post))
                .toList();
        Map<PostId, Truth> truths = dynamo.getAll(FeedRows.AUTHORS, keys).stream()
                .collect(Collectors.toMap(row -> FeedKey.parse(row.sk()).postId(), this::truth));
        return posts.stream()
                .map(post -> new AuthorPost(post, truths.getOrDefault(post, new Truth.Gone())))
                .toList();
    }

    /** One Query. */
    @Override
    public HomePage homePage(
            UserId reader, Set<UserId> authors, @Nullable FeedKey after, int limit, Consistency consistency) {
        RowPage page = dynamo.query(
                rowsAfter(FeedName.home(reader), after, limit, consistency).only(FeedRows.KEY_AND_AUTHOR));
        return new HomePage(
                page.rows().stream()
                        .flatMap(row -> FeedRows.homePost(row).stream())
                        .filter(post -> authors.contains(post.author()))
                        .toList(),
                page.next(FeedKey::parse));
    }

    @Override
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency) {
        Map<Table, List<Attributes>> rowKeys = keys.stream()
                .distinct()
                .collect(Collectors.groupingBy(
                        key -> FeedRows.table(key.feed()),
                        Collectors.mapping(key -> FeedRows.key(key.feed(), key.post()), Collectors.toList())));
        return rowKeys.entrySet().stream()
                .flatMap(table -> dynamo.getAll(table.getKey(), table.getValue(), consistency).stream())
                .flatMap(row -> stored(row).stream())
                .collect(Collectors.toMap(
                        stored -> new ItemKey(stored.feed(), stored.key().postId()), StoredItem::item));
    }

    @Override
    public FeedScan scanAuthors(Segment segment, @Nullable RowKey after, int limit) {
        return scan(FeedRows.AUTHORS, segment, after, limit);
    }

    @Override
    public FeedScan scanHomes(Segment segment, @Nullable RowKey after, int limit) {
        return scan(FeedRows.HOMES, segment, after, limit);
    }

    private FeedScan scan(Table table, Segment segment, @Nullable RowKey after, int limit) {
        ScanPage page = dynamo.scan(table, segment, after, limit);
        return new FeedScan(
                page.rows().stream().flatMap(row -> stored(row).stream()).toList(), page.next());
    }

    private Optional<StoredItem> stored(Row row) {
        return rows.knownItem(row, clock.instant())
                .map(item -> new StoredItem(new FeedName(row.pk()), FeedKey.parse(row.sk()), item));
    }

    @Override
    public BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions options) {
        FeedRows.HomeRows row = rows.homeRows(item);
        return writer.write(
                FeedRows.HOMES,
                users,
                user -> item.reaches(user) ? BatchWriter.put(row.of(user)) : delete(item.post(), user),
                options);
    }

    @Override
    public BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions options) {
        return writer.write(FeedRows.HOMES, users, user -> delete(post, user), options);
    }

    private static WriteRequest delete(PostId post, UserId user) {
        return BatchWriter.delete(FeedRows.key(FeedName.home(user), post));
    }

    @Override
    public BatchResult writeHome(UserId user, List<HomeWrite> writes, WriteOptions options) {
        return writer.write(FeedRows.HOMES, writes, write -> request(user, write), options);
    }

    private WriteRequest request(UserId user, HomeWrite write) {
        return switch (write) {
            case HomeWrite.Put put -> BatchWriter.put(rows.homeRow(user, put.item()));
            case HomeWrite.Delete delete -> delete(delete.post(), user);
        };
    }

    @Bean
    static Table authorsTable() {
        return FeedRows.AUTHORS;
    }

    @Bean
    static Table homesTable() {
        return FeedRows.HOMES;
    }

    @Bean
    static FeedRows feedRows(FeedSettings settings) {
        return new FeedRows(settings.retention());
    }
}
