package io.feedmill.common.place;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TableSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of places and its rows. */
@Configuration(proxyBeanMethods = false)
class PlaceConfiguration {

    @Bean
    PlaceRows placeRows(TableSettings tables) {
        return new PlaceRows(tables.placeShards());
    }

    @Bean
    PlaceStore placeStore(Dynamo dynamo, PlaceRows rows) {
        return new DynamoPlaceStore(dynamo, rows);
    }
}
