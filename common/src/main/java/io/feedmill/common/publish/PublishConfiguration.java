package io.feedmill.common.publish;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.feed.FeedRows;
import io.feedmill.common.ledger.LedgerRows;
import io.feedmill.common.place.PlaceRows;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The stores that accept posts and changes of their permissions, each with a fan-out job. */
@Configuration(proxyBeanMethods = false)
class PublishConfiguration {

    @Bean
    PublishStore publishStore(
            Dynamo dynamo, FeedRows feeds, LedgerRows ledger, PlaceRows places, TableSettings tables, Clock clock) {
        return new DynamoPublishStore(dynamo, feeds, ledger, places, tables.outboxShards(), clock);
    }

    @Bean
    PermissionStore permissionStore(Dynamo dynamo, TableSettings tables) {
        return new DynamoPermissionStore(dynamo, tables.outboxShards());
    }
}
