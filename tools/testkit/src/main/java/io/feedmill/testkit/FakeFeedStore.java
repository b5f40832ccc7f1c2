package io.feedmill.testkit;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.Refusals;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.FeedPage;
import io.feedmill.common.feed.FeedStore.FeedScan;
import io.feedmill.common.feed.FeedStore.HomePage;
import io.feedmill.common.feed.FeedStore.HomePost;
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
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Map.Entry;
import java.util.NavigableMap;
import java.util.Set;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

record FakeFeedStore(FakeTables tables) implements FeedStore {
    private static final Duration MIN_WRITE = Duration.ofMillis(1);

    /** Expired rows count towards the limit, as they do in a Query. */
    @Override
    public FeedPage page(FeedName feed, PageRequest request) {
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

    /** Reads one row more than the limit to see whether more follow. */
    private List<Entry<FeedKey, FeedRow>> rows(FeedName feed, PageRequest request) {
        FeedKey after = request.after();
        KeyRange range = request.range();
        return rowsAfter(feed, after).entrySet().stream()
                .filter(row -> range == null || range.contains(row.getKey().value()))
                .limit(request.limit() + 1L)
                .toList();
    }

    @Override
    public Truth truth(UserId author, PostId post) {
        FeedRow row = tables.feed(FeedName.author(author)).get(post.feedKey());
        return row == null ? new Truth.Gone() : truth(row);
    }

    private static Truth truth(FeedRow row) {
        return row.tombstone() ? new Truth.Gone(row.change()) : new Truth.Live(row.item(), row.change());
    }

    @Override
    public List<AuthorPost> posts(UserId author, @Nullable FeedKey after, int limit, Consistency consistency) {
        return rowsAfter(FeedName.author(author), after).entrySet().stream()
                .limit(limit)
                .map(row -> new AuthorPost(row.getKey().postId(), truth(row.getValue())))
                .toList();
    }

    private NavigableMap<FeedKey, FeedRow> rowsAfter(FeedName feed, @Nullable FeedKey after) {
        NavigableMap<FeedKey, FeedRow> rows = tables.feed(feed);
        return after == null ? rows : rows.tailMap(after, false);
    }

    @Override
    public List<AuthorPost> posts(UserId author, Collection<PostId> posts) {
        return posts.stream()
                .map(post -> new AuthorPost(post, truth(author, post)))
                .toList();
    }

    @Override
    public HomePage homePage(
            UserId reader, Set<UserId> authors, @Nullable FeedKey after, int limit, Consistency consistency) {
        NavigableMap<FeedKey, FeedRow> rows = rowsAfter(FeedName.home(reader), after);
        List<HomePost> page = rows.entrySet().stream()
                .limit(limit)
                .map(row -> new HomePost(
                        row.getValue().item().author(), row.getKey().postId()))
                .filter(post -> authors.contains(post.author()))
                .toList();
        FeedKey last = rows.keySet().stream().skip(limit - 1L).findFirst().orElse(null);
        return new HomePage(page, last);
    }

    @Override
    public Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency) {
        Map<ItemKey, FeedItem> found = new HashMap<>();
        for (ItemKey key : keys) {
            FeedRow row = tables.feed(key.feed()).get(key.post().feedKey());
            if (row != null && tables.isVisible(key.feed(), key.post().feedKey(), row)) {
                found.put(key, row.item());
            }
        }
        return found;
    }

    @Override
    public FeedScan scanAuthors(Segment segment, @Nullable RowKey after, int limit) {
        return scan(tables.authorRows(), segment, after, limit);
    }

    @Override
    public FeedScan scanHomes(Segment segment, @Nullable RowKey after, int limit) {
        return scan(tables.homeRows(), segment, after, limit);
    }

    /** Invisible rows count towards the limit, as they do in a Scan. */
    private FeedScan scan(List<Placed> all, Segment segment, @Nullable RowKey after, int limit) {
        List<Placed> rows = all.stream()
                .filter(row -> FakeTables.has(segment, row.feed().value()))
                .filter(row -> after == null || row.isAfter(after))
                .limit(limit + 1L)
                .toList();
        boolean more = rows.size() > limit;
        List<Placed> shown = more ? rows.subList(0, limit) : rows;
        List<StoredItem> items = shown.stream()
                .filter(placed -> tables.isVisible(placed.feed(), placed.key(), placed.row()))
                .map(placed ->
                        new StoredItem(placed.feed(), placed.key(), placed.row().item()))
                .toList();
        return new FeedScan(items, more ? shown.getLast().position() : null);
    }

    @Override
    public BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions options) {
        return write(users, options, user -> {
            NavigableMap<FeedKey, FeedRow> home = tables.feed(FeedName.home(user));
            apply(home, user, item.reaches(user) ? new HomeWrite.Put(item) : new HomeWrite.Delete(item.post()));
        });
    }

    @Override
    public BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions options) {
        return write(users, options, user -> tables.feed(FeedName.home(user)).remove(post.feedKey()));
    }

    @Override
    public BatchResult writeHome(UserId user, List<HomeWrite> writes, WriteOptions options) {
        return write(writes, options, write -> apply(tables.feed(FeedName.home(user)), user, write));
    }

    private static void apply(NavigableMap<FeedKey, FeedRow> home, UserId user, HomeWrite write) {
        switch (write) {
            case HomeWrite.Put put -> home.put(put.item().post().feedKey(), FeedRow.of(HomeItem.of(put.item(), user)));
            case HomeWrite.Delete delete -> home.remove(delete.post().feedKey());
        }
    }

    /** Each write is a batch. Those of refused users are put off, if the options say so. */
    private <T> BatchResult write(List<T> writes, WriteOptions options, Consumer<T> apply) {
        List<Integer> putOff = new ArrayList<>();
        for (int i = 0; i < writes.size(); i++) {
            synchronized (tables) {
                boolean refused = tables.refused.contains(writes.get(i));
                if (tables.room == 0
                        || !options.deadline().hasRoomFor(MIN_WRITE.plus(options.reserve()))
                        || (refused && options.refusals() == Refusals.RETRY)) {
                    return new BatchResult(i, false, putOff, false, refused || tables.room == 0);
                }
                if (refused) {
                    putOff.add(i);
                    continue;
                }
                tables.room--;
                tables.lanes.add(options.lane());
                apply.accept(writes.get(i));
            }
            tables.afterWrite.run();
            if (!options.deadline().hasRoomFor(Duration.ZERO)) {
                return new BatchResult(i, false, putOff, true);
            }
        }
        return new BatchResult(writes.size(), putOff.isEmpty(), putOff, false);
    }
}
