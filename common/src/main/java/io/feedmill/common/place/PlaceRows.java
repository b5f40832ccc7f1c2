package io.feedmill.common.place;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyTemplate;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Rows of the table {@code places}: {@code <country>-<shard>} and {@code <state>#<city>#<feed key>}, where an absent state or city is
 * empty.
 */
public final class PlaceRows {
    public static final Table TABLE = Table.of("places");
    /** A country takes 2,000 posts a second, and a page of it reads four partitions. More: APIs first. Never fewer, which would hide rows. */
    private static final int SHARDS = 4;

    private static final KeyTemplate PARTITION = new KeyTemplate('-', 2);
    private static final KeyTemplate KEY = new KeyTemplate('#', 3);
    private static final String AUTHOR = "author";

    private PlaceRows() {}

    /** The row of a post. */
    static Attributes row(Place place, PostId post, UserId author) {
        return key(place, post).string(AUTHOR, author.value());
    }

    /** The key of a post's row. */
    static Attributes key(Place place, PostId post) {
        String pk = partition(place.country(), ShardedKey.shardOf(post.value(), SHARDS));
        return Attributes.key(pk, sortKey(place, post));
    }

    /** One query for each of the country's partitions. */
    static List<PartitionQuery> queries(Place within) {
        return IntStream.range(0, SHARDS)
                .mapToObj(shard -> PartitionQuery.of(TABLE, partition(within.country(), shard)))
                .map(query -> ranged(query, within))
                .toList();
    }

    private static PartitionQuery ranged(PartitionQuery query, Place within) {
        String state = within.state();
        String city = within.city();
        if (state == null) {
            return query;
        }
        return query.between(city == null ? KEY.range(state) : KEY.range(state, city));
    }

    static PlacedPost post(Row row) {
        List<String> parts = KEY.decode(row.sk());
        Place place = new Place(PARTITION.decode(row.pk()).getFirst(), given(parts.get(0)), given(parts.get(1)));
        return new PlacedPost(place, FeedKey.parse(parts.get(2)).postId(), new UserId(row.string(AUTHOR)));
    }

    private static String partition(String country, int shard) {
        return PARTITION.encode(country, Integer.toString(shard));
    }

    /** The sort key of a post. */
    public static String sortKey(Place place, PostId post) {
        return KEY.encode(
                Objects.requireNonNullElse(place.state(), ""),
                Objects.requireNonNullElse(place.city(), ""),
                post.feedKey().value());
    }

    private static @Nullable String given(String part) {
        return part.isEmpty() ? null : part;
    }
}
