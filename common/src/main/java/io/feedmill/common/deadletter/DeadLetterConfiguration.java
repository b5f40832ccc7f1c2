package io.feedmill.common.deadletter;

import io.feedmill.common.queue.QueueSettings;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The store of dead-message messages. */
@Configuration(proxyBeanMethods = false)
class DeadLetterConfiguration {

    @Bean
    DeadLetterStore deadLetterStore(SqsClient client, QueueSettings queues) {
        return DeadLetterStore.in(client, queues.schema());
    }
}
