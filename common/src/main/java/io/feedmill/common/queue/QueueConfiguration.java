package io.feedmill.common.queue;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.queue.QueueSchema.QueueSettings;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.sqs.SqsClient;

/** The queues and the sender to them. {@link ExecutionInterceptor} beans see every call; the {@link StorageGate} bean {@code queueGate} admits
 * every send. */
@Configuration(proxyBeanMethods = false)
class QueueConfiguration {

    @Bean
    static MessageCodec messageCodec(List<Feature> features) {
        return new MessageCodec(features.stream()
                .<MessageType<?>>flatMap(feature -> feature.messages().stream())
                .toList());
    }

    @Bean
    SqsClient sqsClient(TableSettings tables, QueueSettings queues, ObjectProvider<ExecutionInterceptor> interceptors) {
        SqsClient client = SqsClients.create(
                tables.connections(), interceptors.orderedStream().toList());
        if (queues.create()) {
            queues.schema().create(client);
        }
        return client;
    }

    @Bean
    SqsQueueSender queueSender(
            SqsClient client, QueueSettings queues, @Qualifier("queueGate") ObjectProvider<StorageGate> sends) {
        return new SqsQueueSender(client, queues.schema(), sends.getIfAvailable(StorageGate::open));
    }
}
