package io.feedmill.testkit;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.FeedPosition;
import io.feedmill.common.feed.FeedStore.FeedScan;
import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.PageRequest;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.testkit.FakeTables.FeedRow;
import io.feedmill.testkit.FakeTables.Placed;
import java.time.Duration;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

final class FakeFeedStore implements FeedStore {
    private static final Duration MIN_WRITE = Duration.ofMillis(1);

    private final FakeTables tables;

    FakeFeedStore(FakeTables tables) {
        this.tables = tables;
    }

    /** Expired rows count towards the limit, as they do in a Query. */
    @Override
    public FeedPage page(FeedName feed, PageRequest request) {
        synchronized (tables) {
            List<Entry<FeedKey, FeedRow>> rows = rows(feed, request);
            boolean more = rows.size() > request.limit();
            List<Entry<FeedKey, FeedRow>> shown = more ? rows.subList(0, request.limit()) : rows;
            List<FeedItem> items = shown.stream()
                    .filter(row -> tables.isVisible(feed, row.getKey(), row.getValue()))
                    .map(row -> row.getValue().item())
                    .toList();
            boolean trimmed =
                    !shown.isEmpty() && tables.isOutlived(feed, shown.getLast().getKey());
            return new FeedPage(
                    items,
                    trimmed || !more ? null : shown.getLast().getKey(),
                    trimmed ? tables.now().minus(tables.feedRetention) : null);
        }
    }

    /** Reads one row more than the limit to see whether more follow. */
    private List<Entry<FeedKey, FeedRow>> rows(FeedName feed, PageRequest request) {
        FeedKey after = request.after();
        KeyRange range = request.range();
        NavigableMap<FeedKey, FeedRow> rows = tables.feed(feed);
        return (after == null ? rows : rows.tailMap(after, false))
                .entrySet().stream()
                        .filter(row ->
                                range == null || range.contains(row.getKey().value()))
                        .limit(request.limit() + 1L)
                        .toList();
    }

    @Override
    public Truth truth(UserId author, PostId post) {
        synchronized (tables) {
            FeedRow row = tables.feed(FeedName.author(author)).get(post.feedKey());
            return row == null ? new Truth.Gone() : truth(row);
        }
    }

    private static Truth truth(FeedRow row) {
        return row.tombstone() ? new Truth.Gone(row.change()) : new Truth.Live(row.item(), row.change());
    }

    @Override
    public List<AuthorPost> posts(UserId author, @Nullable FeedKey after, int limit) {
        synchronized (tables) {
            NavigableMap<FeedKey, FeedRow> rows = tables.feed(FeedName.author(author));
            return (after == null ? rows : rows.tailMap(after, false))
                    .entrySet().stream()
                            .limit(limit)
                            .map(row -> new AuthorPost(row.getKey().postId(), truth(row.getValue())))
                            .toList();
        }
    }

    @Override
    public List<AuthorPost> posts(UserId author, KeyRange range) {
        synchronized (tables) {
            return tables.feed(FeedName.author(author)).entrySet().stream()
                    .filter(row -> range.contains(row.getKey().value()))
                    .map(row -> new AuthorPost(row.getKey().postId(), truth(row.getValue())))
                    .toList();
        }
    }

    @Override
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency) {
        synchronized (tables) {
            Map<ItemKey, FeedItem> found = new HashMap<>();
            for (ItemKey key : keys) {
                FeedRow row = tables.feed(key.feed()).get(key.post().feedKey());
                if (row != null && tables.isVisible(key.feed(), key.post().feedKey(), row)) {
                    found.put(key, row.item());
                }
            }
            return found;
        }
    }

    /** Invisible rows count towards the limit, as they do in a Scan. */
    @Override
    public FeedScan scan(@Nullable FeedPosition after, int limit) {
        synchronized (tables) {
            List<Placed> rows = tables.rows().stream()
                    .filter(row -> after == null || row.isAfter(after))
                    .limit(limit + 1L)
                    .toList();
            boolean more = rows.size() > limit;
            List<Placed> shown = more ? rows.subList(0, limit) : rows;
            List<StoredItem> items = shown.stream()
                    .filter(placed -> tables.isVisible(placed.feed(), placed.key(), placed.row()))
                    .map(placed -> new StoredItem(
                            placed.feed(), placed.key(), placed.row().item()))
                    .toList();
            return new FeedScan(items, more ? shown.getLast().position() : null);
        }
    }

    @Override
    public BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions terms) {
        return write(
                users,
                terms,
                user -> tables.feed(FeedName.home(user)).put(item.post().feedKey(), FeedRow.of(item.forHome(user))));
    }

    @Override
    public BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions terms) {
        return write(users, terms, user -> tables.feed(FeedName.home(user)).remove(post.feedKey()));
    }

    @Override
    public BatchResult writeHome(UserId user, List<HomeWrite> writes, WriteOptions terms) {
        return write(writes, terms, write -> apply(tables.feed(FeedName.home(user)), user, write));
    }

    private static void apply(NavigableMap<FeedKey, FeedRow> home, UserId user, HomeWrite write) {
        switch (write) {
            case HomeWrite.Put put ->
                home.put(put.item().post().feedKey(), FeedRow.of(put.item().forHome(user)));
            case HomeWrite.Delete delete -> home.remove(delete.post().feedKey());
        }
    }

    private <T> BatchResult write(List<T> writes, WriteOptions terms, Consumer<T> apply) {
        int written = 0;
        for (T write : writes) {
            synchronized (tables) {
                if (tables.room == 0 || !terms.deadline().hasRoomFor(MIN_WRITE)) {
                    return new BatchResult(written, false);
                }
                tables.room--;
                tables.lanes.add(terms.lane());
                apply.accept(write);
            }
            written++;
        }
        return new BatchResult(written, true);
    }
}
