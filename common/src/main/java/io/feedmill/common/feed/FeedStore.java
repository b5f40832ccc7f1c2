package io.feedmill.common.feed;

import io.feedmill.common.dynamo.BatchWriter.BatchResult;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo.Consistency;
import io.feedmill.common.dynamo.RowKey;
import io.feedmill.common.dynamo.Segment;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.JobId;
import io.feedmill.common.key.KeyRange;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Feeds. Thread-safe. Keys are deterministic: writing an item again rewrites the same row. A row with a value of a newer version is left out of
 * pages, items and scans; as a source of truth it throws an {@link io.feedmill.common.storage.UnknownValueException}.
 */
public interface FeedStore {

    /**
     * One page by one Query; expired rows are left out, and rows of home feeds older than the retention. The first page is strongly consistent, and so
     * are further ones that may have posts of the last 5 minutes.
     */
    FeedPage page(FeedName feed, PageRequest request);

    /** Reads the source of truth about the post. Strongly consistent. */
    Truth truth(UserId author, PostId post);

    /** The author's posts after a key (null: from the newest), newest first, with tombstones; {@code limit} of them except at the end. */
    List<AuthorPost> posts(UserId author, @Nullable FeedKey after, int limit, Consistency consistency);

    /** These posts of the author, in their order; an absent one is gone. Strongly consistent. */
    List<AuthorPost> posts(UserId author, Collection<PostId> posts);

    /** One page of a home feed after a key (null: from the newest), of which only these authors' posts are returned. Expired rows are among them. */
    HomePage homePage(UserId reader, Set<UserId> authors, @Nullable FeedKey after, int limit, Consistency consistency);

    /** The existing items, without tombstones and expired rows. */
    Map<ItemKey, FeedItem> items(Collection<ItemKey> keys, Consistency consistency);

    /**
     * Up to {@code limit} rows of the author feeds of a segment after the position (null: from its beginning), without tombstones. Eventually consistent.
     */
    FeedScan scanAuthors(Segment segment, @Nullable RowKey after, int limit);

    /**
     * Up to {@code limit} rows of the home feeds of a segment after the position (null: from its beginning), without expired rows. Eventually consistent.
     */
    FeedScan scanHomes(Segment segment, @Nullable RowKey after, int limit);

    /**
     * Puts the item into the home feeds of these users, and deletes its post from those of users whom its audience does not admit, in their order,
     * within the options. The author is admitted always.
     */
    BatchResult putHome(FeedItem item, List<UserId> users, WriteOptions options);

    /** Deletes the post from the home feeds of these users, in their order, within the options. */
    BatchResult deleteHome(PostId post, List<UserId> users, WriteOptions options);

    /** Applies writes of different posts to the home feed of one user, in their order, within the options. */
    BatchResult writeHome(UserId user, List<HomeWrite> writes, WriteOptions options);

    /** A write to a home feed. */
    sealed interface HomeWrite {
        /** Puts the item. */
        record Put(FeedItem item) implements HomeWrite {}

        /** Deletes the post, if it is there. */
        record Delete(PostId post) implements HomeWrite {}
    }

    /** A post of an author's feed with its truth; {@link Truth.Gone} if it is deleted. */
    record AuthorPost(PostId post, Truth truth) {}

    /** The posts of some authors on a page of a home feed, newest first; {@code next} is the key to continue after, null only at the end. */
    record HomePage(List<HomePost> posts, @Nullable FeedKey next) {}

    /** A post in a home feed. */
    record HomePost(UserId author, PostId post) {}

    /**
     * A page of a feed, newest first.
     *
     * @param next where the next page continues (exclusive); null only at the end of the feed. A page may be short or empty before the end
     * @param since the moment that retention reaches back to, at the end of a home feed with older rows; null otherwise
     */
    record FeedPage(
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

        /** The page with these items. */
        public FeedPage with(List<FeedItem> others) {
            return new FeedPage(others, next, since);
        }

        /** The page without the items up to this key; null: with all. */
        public FeedPage after(@Nullable FeedKey key) {
            return key == null
                    ? this
                    : with(items.stream()
                            .filter(item -> item.post().feedKey().compareTo(key) > 0)
                            .toList());
        }

        /** A page that ends after the last of these items, of which there is one. */
        public static FeedPage endingEarly(List<FeedItem> items) {
            return new FeedPage(items, items.getLast().post().feedKey());
        }
    }

    /**
     * Rows of author feeds, or of home feeds. Those of one feed are in one segment and adjacent, newest first; the order of feeds is the store's.
     *
     * @param next where the next page continues (exclusive); null only at the end. A page may be short or empty before the end
     */
    record FeedScan(List<StoredItem> items, @Nullable RowKey next) {}

    /** The place of a post in a feed. */
    record ItemKey(FeedName feed, PostId post) {}

    /** An item and its place: the key of its post, unless the row is wrong. */
    record StoredItem(FeedName feed, FeedKey key, FeedItem item) {}

    /**
     * A request for a page of a feed.
     *
     * @param range only keys within these bounds; null: the whole feed
     * @param after continues after this key; null: the first page, which is read strongly consistent
     * @param limit 1 to 100
     */
    record PageRequest(@Nullable KeyRange range, @Nullable FeedKey after, int limit) {

        public static PageRequest first(int limit) {
            return new PageRequest(null, null, limit);
        }

        public PageRequest after(@Nullable FeedKey key) {
            return new PageRequest(range, key, limit);
        }
    }

    /** The source of truth about a post, which is its row in the author's feed. All writers of home feeds follow it. */
    sealed interface Truth {

        long FIRST_VERSION = 1;

        /** The job of the last change; null: none since the post was published. */
        @Nullable JobId change();

        /** Whether the post is as it was published. */
        default boolean isUnchanged() {
            return this instanceof Live live && live.item().version() == FIRST_VERSION && live.change() == null;
        }

        /** The post exists, at this version. */
        record Live(FeedItem item, @Nullable JobId change) implements Truth {}

        /** The post was retracted by this job, or never existed. */
        record Gone(@Nullable JobId change) implements Truth {

            /** A post that never existed. */
            public Gone() {
                this(null);
            }
        }
    }
}
