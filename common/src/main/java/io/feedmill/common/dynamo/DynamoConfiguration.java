package io.feedmill.common.dynamo;

import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.storage.Timing;
import java.util.List;
import org.springframework.beans.factory.ObjectProvider;
import org.springframework.beans.factory.annotation.Qualifier;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.core.interceptor.ExecutionInterceptor;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** The tables and access to them. {@link ExecutionInterceptor} beans see every call; the {@link StorageGate} bean {@code storeGate}
 * admits every call, a {@link WriteGate} bean bounds batch writes. */
@Configuration(proxyBeanMethods = false)
@Import(DynamoMetrics.class)
class DynamoConfiguration {

    @Bean
    DynamoDbClient dynamoDbClient(
            TableSettings settings, List<Table> tables, ObjectProvider<ExecutionInterceptor> interceptors) {
        DynamoDbClient client = DynamoClients.create(
                settings.connections() + DynamoClients.UNGATED_CONNECTIONS,
                interceptors.orderedStream().toList());
        if (settings.create()) {
            settings.schema().create(client, tables);
        }
        return client;
    }

    @Bean
    ExecutionInterceptor meteredCalls(TableSettings settings, DynamoMetrics metrics) {
        TableSchema tables = settings.schema();
        return new MeteredCalls((operation, table, units) -> metrics.consumed(operation, tables.suffix(table), units));
    }

    @Bean
    Dynamo dynamo(
            DynamoDbClient client,
            TableSettings tables,
            DynamoMetrics metrics,
            @Qualifier("storeGate") ObjectProvider<StorageGate> calls,
            Timing timing) {
        return new Dynamo(client, tables.schema(), metrics, calls.getIfAvailable(StorageGate::open), timing);
    }

    @Bean
    BatchWriter batchWriter(
            DynamoDbClient client,
            TableSettings tables,
            DynamoMetrics metrics,
            @Qualifier("storeGate") ObjectProvider<StorageGate> calls,
            ObjectProvider<WriteGate> gate,
            Timing timing) {
        return new BatchWriter(
                client,
                tables.schema(),
                metrics,
                calls.getIfAvailable(StorageGate::open),
                gate.getIfAvailable(WriteGate::open),
                timing);
    }
}
