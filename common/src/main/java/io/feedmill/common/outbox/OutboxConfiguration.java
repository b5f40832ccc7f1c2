package io.feedmill.common.outbox;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.TableSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The outbox. */
@Configuration(proxyBeanMethods = false)
class OutboxConfiguration {

    @Bean
    OutboxStore outboxStore(Dynamo dynamo, TableSettings tables) {
        return new DynamoOutboxStore(dynamo, tables.outboxShards());
    }
}
