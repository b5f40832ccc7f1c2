package io.feedmill.common.reaction;

import io.feedmill.common.counter.CounterRows;
import io.feedmill.common.dynamo.Dynamo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of reactions. */
@Configuration(proxyBeanMethods = false)
class ReactionConfiguration {

    @Bean
    ReactionStore reactionStore(Dynamo dynamo, CounterRows counters) {
        return new DynamoReactionStore(dynamo, counters);
    }
}
