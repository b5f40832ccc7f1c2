package io.feedmill.common.place;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.MergedQuery;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.PostId;
import io.feedmill.common.place.PlaceStore.PlacePage;
import io.feedmill.common.post.Place;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.PostStep;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;

/** Places in the table {@code places}: a country's partitions, merged. */
@Component
record DynamoPlaceStore(Dynamo dynamo, PlaceRows rows) implements PlaceStore, PostStep {
    @Override
    public PlacePage posts(Place within, @Nullable String after, int limit) {
        List<PartitionQuery> queries = rows.queries(within).stream()
                .map(query -> after == null ? query : query.after(after).eventuallyConsistent())
                .toList();
        RowPage page = new MergedQuery(dynamo, queries, limit).page();
        return new PlacePage(page.map(PlaceRows::post), page.next());
    }

    @Override
    public Part published(Post post) {
        Place place = post.place();
        return place == null
                ? Part.NONE
                : Part.of(dynamo.put(PlaceRows.TABLE, rows.row(place, post.id(), post.author())));
    }

    @Override
    public void erase(PostId post, @Nullable Place place) {
        if (place != null) {
            dynamo.delete(PlaceRows.TABLE, rows.key(place, post));
        }
    }

    @Bean
    static Table placesTable() {
        return PlaceRows.TABLE;
    }

    @Bean
    static PlaceRows placeRows() {
        return new PlaceRows(PlaceRows.SHARDS);
    }
}
