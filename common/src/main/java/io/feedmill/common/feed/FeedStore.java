package io.feedmill.common.feed;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.feed.FeedRows.FeedSettings;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import java.time.Clock;
import java.time.Instant;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.SortedSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/**
 * Feeds, in the tables {@code authors} and {@code homes}. Thread-safe. Keys are deterministic: writing an item again rewrites the same row. A row with
 * a value of a newer version is left out of pages, items and scans; as a source of truth it throws an
 * {@link io.feedmill.common.storage.UnknownValueException}.
 */
@Component
public record FeedStore(Dynamo dynamo, BatchWriter writer, FeedRows rows, Clock clock) {
    /**
     * One page by one Query; expired rows are left out, and rows of home feeds older than the retention. The first page is strongly consistent, and
     * so are further ones that may have posts of the last 5 minutes. Reads one row more than requested to know whether the feed continues. After a
     * row beyond the retention it does not: rows come newest first.
     */
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
        PartitionQuery query = rows(feed).between(request.range()).limit(request.limit() + 1);
        return after == null
                ? query
                : query.furtherPage(after.value(), after.postId().createdAt(), clock.instant());
    }

    private static PartitionQuery rows(FeedName feed) {
        return PartitionQuery.of(FeedRows.table(feed), feed.value());
    }

    /** Reads the source of truth about the post. Strongly consistent. */
    public Truth truth(UserId author, PostId post) {
        return dynamo.get(FeedRows.AUTHORS, FeedRows.key(FeedName.author(author), post))
                .map(this::truth)
                .orElseGet(Truth.Gone::new);
    }

    private Truth truth(Row row) {
        Optional<FeedItem> item = rows.item(row, clock.instant());
        return item.isPresent()
                ? new Truth.Live(item.get(), FeedRows.change(row), row.users(Content.MENTIONS))
                : new Truth.Gone(FeedRows.change(row));
    }

    /** The author's posts after a key (null: from the newest), newest first, with tombstones; {@code limit} of them except at the end. */
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

    /** These posts of the author, in their order; an absent one is gone. Strongly consistent. */
    public List<AuthorPost> posts(UserId author, Collection<PostId> posts) {
        Stream<Attributes> keys = posts.stream().map(post -> FeedRows.key(FeedName.author(author), post));
        Map<PostId, Truth> truths = dynamo.getAll(FeedRows.AUTHORS, keys).stream()
                .collect(Collectors.toMap(row -> FeedKey.parse(row.sk()).postId(), this::truth));
        return posts.stream()
                .map(post -> new AuthorPost(post, truths.getOrDefault(post, new Truth.Gone())))
                .toList();
    }

    /** The truth about those of these posts of authors' feeds that exist. Strongly consistent. */
    public List<Truth.Live> existing(Collection<ItemKey> posts) {
        Stream<Attributes> keys = posts.stream().map(key -> FeedRows.key(key.feed(), key.post()));
        return dynamo.getAll(FeedRows.AUTHORS, keys).stream()
                .map(this::truth)
                .flatMap(truth -> truth instanceof Truth.Live live ? Stream.of(live) : Stream.empty())
                .toList();
    }

    /** One page of a home feed after a key (null: from the newest): of its rows, also expired ones, only these authors' posts. One Query. */
    public Page<HomePost, FeedKey> homePage(
            UserId reader, Set<UserId> authors, @Nullable FeedKey after, int limit, Consistency consistency) {
        RowPage page = dynamo.query(
                rowsAfter(FeedName.home(reader), after, limit, consistency).only(FeedRows.KEY_AND_AUTHOR));
        return page.page(
                rows -> rows.flatMap(row -> FeedRows.homePost(row).stream())
                        .filter(post -> authors.contains(post.author())),
                FeedKey::parse);
    }

    /** The existing items, without tombstones and expired rows. */
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency) {
        Map<Table, List<Attributes>> rowKeys = keys.stream()
                .distinct()
                .collect(Collectors.groupingBy(
                        key -> FeedRows.table(key.feed()),
                        Collectors.mapping(key -> FeedRows.key(key.feed(), key.post()), Collectors.toList())));
        return rowKeys.entrySet().stream()
                .flatMap(table -> dynamo.getAll(table.getKey(), table.getValue().stream(), consistency).stream())
                .flatMap(row -> stored(row).stream())
                .collect(Collectors.toMap(
                        stored -> new ItemKey(stored.feed(), stored.key().postId()), StoredItem::item));
    }

    /** Up to {@code limit} rows of the author feeds of a segment after this one (null: the first), without tombstones. Eventually consistent. */
    public Page<StoredItem, RowKey> scanAuthors(Segment segment, @Nullable RowKey after, int limit) {
        return scan(FeedRows.AUTHORS, segment, after, limit);
    }

    /** Up to {@code limit} rows of the home feeds of a segment after this one (null: the first), without expired ones. Eventually consistent. */
    public Page<StoredItem, RowKey> scanHomes(Segment segment, @Nullable RowKey after, int limit) {
        return scan(FeedRows.HOMES, segment, after, limit);
    }

    private Page<StoredItem, RowKey> scan(Table table, Segment segment, @Nullable RowKey after, int limit) {
        return dynamo.scan(table, segment, after, limit).map(rows -> rows.flatMap(row -> stored(row).stream()));
    }

    private Optional<StoredItem> stored(Row row) {
        return rows.knownItem(row, clock.instant())
                .map(item -> new StoredItem(new FeedName(row.pk()), FeedKey.parse(row.sk()), item));
    }

    /**
     * Puts the item into the home feeds of these users, and deletes its post from those of users whom its audience does not admit, in their order,
     * within the options. The author is admitted always.
     */
    public BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions options) {
        FeedRows.HomeRows row = rows.homeRows(item);
        return writer.write(
                FeedRows.HOMES,
                users,
                user -> item.reaches(user) ? BatchWriter.put(row.of(user)) : delete(item.post(), user),
                options);
    }

    /** Deletes the post from the home feeds of these users, in their order, within the options. */
    public BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions options) {
        return writer.write(FeedRows.HOMES, users, user -> delete(post, user), options);
    }

    private static WriteRequest delete(PostId post, UserId user) {
        return BatchWriter.delete(FeedRows.key(FeedName.home(user), post));
    }

    /** Applies writes of different posts to the home feed of one user, in their order, within the options. */
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
    static Feature feedFeature() {
        return Feature.of(FeedRows.AUTHORS, FeedRows.HOMES);
    }

    @Bean
    static FeedRows feedRows(FeedSettings settings) {
        return new FeedRows(settings.retention());
    }

    public sealed interface HomeWrite {
        record Put(FeedItem item) implements HomeWrite {}

        /** Deletes the post, if it is there. */
        record Delete(PostId post) implements HomeWrite {}
    }

    /** A post of an author's feed with its truth; {@link Truth.Gone} if it is deleted. */
    public record AuthorPost(PostId post, Truth truth) {}

    public record HomePost(UserId author, PostId post) {}

    /**
     * A page of a feed, newest first.
     *
     * @param next where the next page continues (exclusive); null only at the end of the feed. A page may be short or empty before the end
     * @param since the moment that retention reaches back to, at the end of a home feed with older rows; null otherwise
     */
    public record FeedPage(
            List<FeedItem> items,
            @Nullable FeedKey next,
            @Nullable Instant since) {
        public FeedPage {
            if (next != null && since != null) {
                throw new IllegalArgumentException("a page with a next one is not the end of its feed");
            }
        }

        /** A page of a feed that does not end by retention. */
        public FeedPage(List<FeedItem> items, @Nullable FeedKey next) {
            this(items, next, null);
        }

        public FeedPage with(List<FeedItem> others) {
            return new FeedPage(others, next, since);
        }

        /** The first items of the page, up to this number; empty if it has fewer, and the feed has more. */
        public Optional<FeedPage> first(int limit) {
            if (items.size() <= limit) {
                return next == null || items.size() == limit ? Optional.of(this) : Optional.empty();
            }
            return Optional.of(endingEarly(items.subList(0, limit)));
        }

        /** A page that ends after the last of these items, of which there is one. */
        public static FeedPage endingEarly(List<FeedItem> items) {
            return new FeedPage(items, items.getLast().post().feedKey());
        }
    }

    public record ItemKey(FeedName feed, PostId post) {}

    /** An item and its place: the key of its post, unless the row is wrong. */
    public record StoredItem(FeedName feed, FeedKey key, FeedItem item) {}

    /** A request for up to 100 items of a feed within a range, after a key or from the first page on, which is read strongly consistent. */
    public record PageRequest(
            @Nullable KeyRange range, @Nullable FeedKey after, int limit) {

        public static PageRequest first(int limit) {
            return new PageRequest(null, null, limit);
        }
    }

    /** The source of truth about a post, which is its row in the author's feed. All writers of home feeds follow it. */
    public sealed interface Truth {

        long FIRST_VERSION = 1;

        /** The job of the last change; null: none since the post was published. */
        @Nullable JobId change();

        /** Whom its version mentions. */
        default SortedSet<UserId> mentions() {
            return Collections.emptySortedSet();
        }

        /** Whether the post is as it was published. */
        default boolean isUnchanged() {
            return this instanceof Live live && live.item().version() == FIRST_VERSION && live.change() == null;
        }

        /** The post exists, at this version. */
        record Live(FeedItem item, @Nullable JobId change, SortedSet<UserId> mentions) implements Truth {}

        /** The post was retracted by this job, or never existed. */
        record Gone(@Nullable JobId change) implements Truth {

            /** A post that never existed. */
            public Gone() {
                this(null);
            }
        }
    }
}
