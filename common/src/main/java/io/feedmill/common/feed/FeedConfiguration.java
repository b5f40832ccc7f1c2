package io.feedmill.common.feed;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of feeds and its rows. */
@Configuration(proxyBeanMethods = false)
class FeedConfiguration {

    @Bean
    FeedRows feedRows(FeedSettings settings) {
        return new FeedRows(settings.retention());
    }

    @Bean
    FeedStore feedStore(Dynamo dynamo, BatchWriter writer, FeedRows rows, Clock clock) {
        return new DynamoFeedStore(dynamo, writer, rows, clock);
    }
}
