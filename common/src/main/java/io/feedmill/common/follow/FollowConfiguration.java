package io.feedmill.common.follow;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of follows. */
@Configuration(proxyBeanMethods = false)
class FollowConfiguration {

    @Bean
    FollowStore followStore(Dynamo dynamo, BatchWriter writer, Clock clock) {
        return new DynamoFollowStore(dynamo, writer, clock);
    }
}
