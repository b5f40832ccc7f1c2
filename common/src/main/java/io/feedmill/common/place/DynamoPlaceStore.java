package io.feedmill.common.place;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.MergedQuery;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.place.PlaceStore.PlacePage;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Places in the table {@code places}: a country's partitions, merged. */
final class DynamoPlaceStore implements PlaceStore {
    private final Dynamo dynamo;
    private final PlaceRows rows;

    DynamoPlaceStore(Dynamo dynamo, PlaceRows rows) {
        this.dynamo = dynamo;
        this.rows = rows;
    }

    @Override
    public PlacePage posts(Place within, @Nullable String after, int limit) {
        List<PartitionQuery> queries = rows.queries(within).stream()
                .map(query -> after == null ? query : query.after(after).eventuallyConsistent())
                .toList();
        RowPage page = new MergedQuery(dynamo, queries, limit).page();
        return new PlacePage(page.rows().stream().map(PlaceRows::post).toList(), page.next());
    }

    /** The store of places and its rows. */
    @Configuration(proxyBeanMethods = false)
    static class PlaceConfiguration {

        @Bean
        PlaceRows placeRows(TableSettings tables) {
            return new PlaceRows(tables.placeShards());
        }

        @Bean
        PlaceStore placeStore(Dynamo dynamo, PlaceRows rows) {
            return new DynamoPlaceStore(dynamo, rows);
        }
    }
}
