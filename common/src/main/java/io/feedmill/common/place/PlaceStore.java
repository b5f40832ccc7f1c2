package io.feedmill.common.place;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.MergedQuery;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.FeedKey;
import io.feedmill.common.key.KeyTemplate;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.ShardedKey;
import io.feedmill.common.key.UserId;
import io.feedmill.common.place.PlaceStore.PlacedPost;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStep;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** The posts of places, in the table {@code places}; publishing writes them. An index only: it keeps retracted posts. Thread-safe. */
@Component
public record PlaceStore(Dynamo dynamo) implements PostStep {
    /** {@code <country>-<shard>} and {@code <state>#<city>#<feed key>}, where an absent state or city is empty. */
    public static final Table TABLE = Table.of("places");

    /** A country takes 2,000 posts a second, and a page of it reads four partitions. More: APIs first. Never fewer, which would hide rows. */
    private static final int SHARDS = 4;

    private static final KeyTemplate PARTITION = new KeyTemplate('-', 2);
    private static final KeyTemplate KEY = new KeyTemplate('#', 3);
    private static final String AUTHOR = "author";

    /**
     * Up to 100 posts of a country, of one of its states, or of a city, after the {@code next} of a page of the same place. The first page
     * ({@code after} null) is strongly consistent, further ones are not.
     */
    public Page<PlacedPost, String> posts(Place within, @Nullable String after, int limit) {
        List<PartitionQuery> queries = IntStream.range(0, SHARDS)
                .mapToObj(shard -> PartitionQuery.of(TABLE, partition(within.country(), shard)))
                .map(query -> ranged(query, within))
                .map(query -> after == null ? query : query.after(after).eventuallyConsistent())
                .toList();
        RowPage page = MergedQuery.page(dynamo, queries, limit);
        return new Page<>(page.map(PlaceStore::post), page.next());
    }

    @Override
    public Part published(Post post) {
        Place place = post.place();
        return place == null ? Part.NONE : Part.of(dynamo.put(TABLE, row(place, post.id(), post.author())));
    }

    @Override
    public void erase(PostId post, @Nullable Place place) {
        if (place != null) {
            dynamo.delete(TABLE, key(place, post));
        }
    }

    static Attributes row(Place place, PostId post, UserId author) {
        return key(place, post).string(AUTHOR, author.value());
    }

    static Attributes key(Place place, PostId post) {
        String pk = partition(place.country(), ShardedKey.shardOf(post.value(), SHARDS));
        return Attributes.key(pk, sortKey(place, post));
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
        return new PlacedPost(place, FeedKey.parse(parts.get(2)).postId(), row.user(AUTHOR));
    }

    private static String partition(String country, int shard) {
        return PARTITION.encode(country, Integer.toString(shard));
    }

    public static String sortKey(Place place, PostId post) {
        return KEY.encode(
                Objects.requireNonNullElse(place.state(), ""),
                Objects.requireNonNullElse(place.city(), ""),
                post.feedKey().value());
    }

    private static @Nullable String given(String part) {
        return part.isEmpty() ? null : part;
    }

    @Bean
    static Feature placeFeature() {
        return Feature.of(TABLE);
    }

    /** A post and its place. Its text and permissions are in its author's feed. */
    public record PlacedPost(Place place, PostId post, UserId author) {}
}
