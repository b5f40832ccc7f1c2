package io.feedmill.testkit.contract;

import static io.feedmill.testkit.Users.user;
import static org.assertj.core.api.Assertions.assertThat;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.feed.FeedItem;
import io.feedmill.common.feed.FeedItem.Via;
import io.feedmill.common.feed.FeedName;
import io.feedmill.common.feed.FeedStore;
import io.feedmill.common.feed.FeedStore.AuthorPost;
import io.feedmill.common.feed.FeedStore.HomePost;
import io.feedmill.common.feed.FeedStore.HomeWrite;
import io.feedmill.common.feed.FeedStore.ItemKey;
import io.feedmill.common.feed.FeedStore.StoredItem;
import io.feedmill.common.feed.FeedStore.Truth;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Audience;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Page;
import io.feedmill.testkit.HomeItem;
import io.feedmill.testkit.Posts;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The contract of {@link FeedStore} for reads of many feeds. */
public abstract class FeedBulkReadsContract extends Contract {
    private final FeedStore feeds = stores.feeds();
    private final UserId reader = freshUser("reader");

    private FeedItem deliver(Post post, List<UserId> users) {
        FeedItem item = FeedItem.of(post, Via.FOLLOW);
        assertThat(feeds.putHome(item, users, ample()))
                .isEqualTo(new BatchResult(users.size(), true, List.of(), false));
        return item;
    }

    /** Newest first. */
    private List<Post> publishAll(int count) {
        return Stream.generate(() -> publish("hello")).limit(count).toList().reversed();
    }

    private static ItemKey home(String user, PostId post) {
        return new ItemKey(FeedName.home(user(user)), post);
    }

    private static Truth live(Post post) {
        return new Truth.Live(FeedItem.of(post, Via.SELF), null, Collections.emptySortedSet());
    }

    /** Returns the rows of the feed, in the order of a scan of all feeds of its kind. */
    private List<StoredItem> scan(int limit, FeedName wanted) {
        return scan(limit, wanted.isHome()).stream()
                .filter(row -> row.feed().equals(wanted))
                .toList();
    }

    private List<StoredItem> scan(int limit, boolean homes) {
        return scan(Segment.WHOLE, limit, homes);
    }

    private List<StoredItem> scan(Segment segment, int limit, boolean homes) {
        return walk(
                limit,
                (@Nullable RowKey after) ->
                        homes ? feeds.scanHomes(segment, after, limit) : feeds.scanAuthors(segment, after, limit));
    }

    @Test
    void anAuthorsPostsAreReadPageByPageNewestFirst() {
        List<Post> posts = publishAll(5);
        List<AuthorPost> all = posts.stream()
                .map(post -> new AuthorPost(post.id(), live(post)))
                .toList();
        assertThat(feeds.posts(author, null, 10, Consistency.STRONG)).isEqualTo(all);
        assertThat(feeds.posts(author, null, 2, Consistency.STRONG)).isEqualTo(all.subList(0, 2));
        assertThat(feeds.posts(author, posts.get(1).id().feedKey(), 2, Consistency.STRONG))
                .isEqualTo(all.subList(2, 4));
        assertThat(feeds.posts(author, posts.get(4).id().feedKey(), 2, Consistency.STRONG))
                .isEmpty();
    }

    @Test
    void oneHomeFeedIsWrittenWithPutsAndDeletes() {
        List<Post> posts = publishAll(30);
        List<UserId> both = List.of(reader, freshUser("other"));
        posts.forEach(post -> deliver(post, both));
        FeedItem edited = FeedItem.of(posts.getFirst(), Via.FOLLOW).with(new Audience.Followers());
        List<HomeWrite> writes = new ArrayList<>(List.of(new HomeWrite.Put(edited)));
        posts.subList(2, 30).forEach(post -> writes.add(new HomeWrite.Delete(post.id())));
        assertThat(feeds.writeHome(reader, writes, ample())).isEqualTo(new BatchResult(29, true, List.of(), false));
        assertThat(page(FeedName.home(reader), 50))
                .containsExactly(HomeItem.of(edited, reader), FeedItem.of(posts.get(1), Via.FOLLOW));
        assertThat(page(FeedName.home(both.getLast()), 50)).hasSize(30);
    }

    @Test
    void namedPostsOfAnAuthorAreReadInTheirOrderAndRetractedOnesAsGone() {
        List<Post> posts = publishAll(120);
        JobId retraction = retract(posts.get(1));
        PostId absent = newId();
        List<PostId> ids = new ArrayList<>(posts.stream().map(Post::id).toList());
        ids.add(absent);
        List<AuthorPost> read = feeds.posts(author, ids);
        assertThat(read).extracting(AuthorPost::post).isEqualTo(ids);
        assertThat(read.get(0).truth()).isEqualTo(live(posts.get(0)));
        assertThat(read.get(1).truth()).isEqualTo(new Truth.Gone(retraction));
        assertThat(read.get(119).truth()).isEqualTo(live(posts.get(119)));
        assertThat(read.get(120).truth()).isEqualTo(new Truth.Gone());
        assertThat(feeds.posts(author, null, 2, Consistency.STRONG)).isEqualTo(read.subList(0, 2));
        assertThat(feeds.posts(author, List.of())).isEmpty();
    }

    @ParameterizedTest
    @EnumSource(Consistency.class)
    void aHomeFeedIsReadByPagesForThePostsOfOneAuthor(Consistency consistency) {
        List<Post> posts = publishAll(3);
        UserId other = freshUser("other");
        Post others = publish(Posts.of(newId(), other, "hello"));
        posts.forEach(post -> deliver(post, List.of(reader)));
        deliver(others, List.of(reader));
        backend.expire(FeedName.home(reader), posts.get(1).id(), clock.instant());
        List<PostId> found = new ArrayList<>();
        @Nullable FeedKey after = null;
        for (int page = 0; page < 2; page++) {
            Page<HomePost, FeedKey> read = feeds.homePage(reader, Set.of(author), after, 2, consistency);
            read.items().stream().map(HomePost::post).forEach(found::add);
            after = read.next();
        }
        assertThat(found).isEqualTo(posts.stream().map(Post::id).toList());
        HomePost newest = new HomePost(other, others.id());
        assertThat(feeds.homePage(reader, Set.of(other), null, 2, consistency).items())
                .containsExactly(newest);
        assertThat(feeds.homePage(reader, Set.of(other, author), null, 2, consistency)
                        .items())
                .containsExactly(newest, new HomePost(author, posts.get(0).id()));
        assertThat(feeds.homePage(reader, Set.of(author), posts.get(1).id().feedKey(), 10, consistency))
                .isEqualTo(new Page<>(List.of(new HomePost(author, posts.get(2).id())), null));
    }

    @Test
    void aHomeFeedHasTheAudienceButNoList() {
        Audience list = new Audience.Users(new TreeSet<>(List.of(reader)));
        for (Audience audience : List.of(Audience.everyone(), new Audience.Followers(), list)) {
            deliver(publish(post("hello").with(audience)), List.of(reader, author));
            assertThat(page(FeedName.home(reader), 1))
                    .extracting(FeedItem::audience)
                    .containsExactly(audience.equals(list) ? Audience.nobody() : audience);
            assertThat(page(FeedName.home(author), 1))
                    .extracting(FeedItem::audience)
                    .containsExactly(Audience.everyone());
        }
    }

    @ParameterizedTest
    @EnumSource(Consistency.class)
    void itemsAreReadFromManyFeedsAtOnce(Consistency consistency) {
        List<UserId> users = users(reader.value(), 130);
        Post post = publish("hello");
        FeedItem item = deliver(post, users.subList(0, 120));
        List<ItemKey> keys = Stream.concat(
                        users.stream().map(user -> home(user.value(), post.id())),
                        Stream.of(new ItemKey(FeedName.author(author), post.id())))
                .toList();
        Map<ItemKey, FeedItem> expected =
                keys.subList(0, 120).stream().collect(Collectors.toMap(Function.identity(), key -> item));
        expected.put(keys.getLast(), FeedItem.of(post, Via.SELF));
        assertThat(feeds.items(keys, consistency)).isEqualTo(expected);
        assertThat(feeds.items(List.of(keys.getFirst(), keys.getFirst()), consistency))
                .containsOnlyKeys(keys.getFirst());
        assertThat(feeds.items(List.of(), consistency)).isEmpty();
    }

    @Test
    void tombstonesAndExpiredRowsAreNoItems() {
        Post post = publish("hello");
        deliver(post, List.of(reader));
        ItemKey truth = new ItemKey(FeedName.author(author), post.id());
        List<ItemKey> keys = List.of(truth, home(author.value(), post.id()), home(reader.value(), post.id()));
        assertThat(feeds.items(keys, Consistency.STRONG)).hasSize(3);
        backend.expire(FeedName.home(reader), post.id(), clock.instant());
        assertThat(feeds.items(keys, Consistency.STRONG)).containsOnlyKeys(truth, home(author.value(), post.id()));
        retract(post);
        assertThat(feeds.items(keys, Consistency.STRONG)).isEmpty();
    }

    @Test
    void aScanReturnsEveryRowOnceFeedByFeed() {
        List<Post> posts = publishAll(3);
        List<FeedItem> items =
                posts.stream().map(post -> deliver(post, List.of(reader))).toList();
        FeedName home = FeedName.home(reader);
        List<StoredItem> homes = scan(7, true);
        assertThat(homes)
                .filteredOn(row -> row.feed().equals(home))
                .containsExactlyElementsOf(items.stream()
                        .map(item -> new StoredItem(home, item.post().feedKey(), item))
                        .toList());
        List<StoredItem> authors = scan(7, false);
        assertThat(authors)
                .filteredOn(row -> row.feed().equals(FeedName.author(author)))
                .extracting(row -> row.item().post())
                .containsExactlyElementsOf(posts.stream().map(Post::id).toList());
        assertAdjacent(homes);
        assertAdjacent(authors);
        assertThat(homes).allMatch(row -> row.feed().reader() != null);
        assertThat(authors).allMatch(row -> row.feed().writer() != null);
    }

    private static void assertAdjacent(List<StoredItem> rows) {
        List<FeedName> feeds = rows.stream().map(StoredItem::feed).toList();
        assertThat(IntStream.range(1, feeds.size())
                        .filter(i -> !feeds.get(i).equals(feeds.get(i - 1)))
                        .count())
                .isEqualTo(feeds.stream().distinct().count() - 1);
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void segmentsHaveEveryRowOnceAndAFeedIsInOneOfThem(boolean homes) {
        List<UserId> users = users(fresh("segmented"), 12);
        users.forEach(user -> {
            deliver(publish(Posts.of(newId(), user, "hello")), users);
        });
        List<List<StoredItem>> segments =
                Segment.all(4).stream().map(segment -> scan(segment, 7, homes)).toList();
        assertThat(segments).filteredOn(rows -> !rows.isEmpty()).hasSizeGreaterThan(1);
        assertThat(segments.stream().flatMap(List::stream)).containsExactlyInAnyOrderElementsOf(scan(1_000, homes));
        assertThat(segments.stream()
                        .flatMap(rows -> rows.stream().map(StoredItem::feed).distinct()))
                .doesNotHaveDuplicates();
    }

    @Test
    void aScanLeavesOutInvisibleRows() {
        List<Post> posts = publishAll(3);
        posts.forEach(post -> deliver(post, List.of(reader)));
        retract(posts.get(0));
        backend.expire(FeedName.home(reader), posts.get(1).id(), clock.instant());
        assertThat(scan(1_000, FeedName.author(author)))
                .extracting(row -> row.item().post())
                .containsExactly(posts.get(1).id(), posts.get(2).id());
        assertThat(scan(1_000, FeedName.home(reader)))
                .extracting(row -> row.item().post())
                .containsExactly(posts.get(0).id(), posts.get(2).id());
    }
}
