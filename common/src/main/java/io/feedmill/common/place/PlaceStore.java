package io.feedmill.common.place;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.MergedQuery;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.PartitionQuery.RowPage;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStep;
import io.feedmill.common.queue.Feature;
import io.feedmill.common.storage.Page;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/**
 * The posts of places; publishing writes them. An index only: it keeps retracted posts. Thread-safe. They are in the table {@code places}: a page
 * merges a country's partitions.
 */
@Component
public record PlaceStore(Dynamo dynamo) implements PostStep {
    /**
     * The posts of a country, of one of its states, or of a city. The first page ({@code after} null) is strongly consistent, further ones are
     * not.
     *
     * @param after the {@code next} of a page of the same place
     * @param limit 1 to 100
     */
    public Page<PlacedPost, String> posts(Place within, @Nullable String after, int limit) {
        List<PartitionQuery> queries = PlaceRows.queries(within).stream()
                .map(query -> after == null ? query : query.after(after).eventuallyConsistent())
                .toList();
        RowPage page = new MergedQuery(dynamo, queries, limit).page();
        return new Page<>(page.map(PlaceRows::post), page.next());
    }

    @Override
    public Part published(Post post) {
        Place place = post.place();
        return place == null
                ? Part.NONE
                : Part.of(dynamo.put(PlaceRows.TABLE, PlaceRows.row(place, post.id(), post.author())));
    }

    @Override
    public void erase(PostId post, @Nullable Place place) {
        if (place != null) {
            dynamo.delete(PlaceRows.TABLE, PlaceRows.key(place, post));
        }
    }

    @Bean
    static Feature placeFeature() {
        return Feature.of(PlaceRows.TABLE);
    }

    /** A post and its place. Its text and permissions are in its author's feed. */
    public record PlacedPost(Place place, PostId post, UserId author) {}
}
