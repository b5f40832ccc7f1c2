package io.feedmill.contracts;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.breaker.StorageGate;
import io.feedmill.common.dynamo.DynamoMetrics;
import io.feedmill.common.dynamo.TableSettings;
import io.feedmill.common.recall.RecallRows;
import io.feedmill.common.storage.StorageException;
import io.feedmill.common.storage.StorageException.Kind;
import io.feedmill.testkit.Stores;
import io.feedmill.testkit.server.DynamoBackend;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.springframework.boot.LazyInitializationBeanFactoryPostProcessor;
import org.springframework.context.annotation.AnnotationConfigApplicationContext;
import software.amazon.awssdk.services.dynamodb.DynamoDbClient;

/** An API whose calls are all in use: the reads of recalls wait for none of them. */
class RecallPermitIT {
    private static final StorageGate FULL = call -> {
        throw new StorageException(Kind.REJECTED, "BulkheadFull");
    };

    @Test
    void recallsAreReadWithoutAPermitOfTheBulkhead() {
        DynamoBackend backend = DynamoBackend.inDynamoDbLocal();
        String prefix = backend.table(RecallRows.TABLE).replace("recalls", "");
        TableSettings tables = new TableSettings(prefix, false, 1, 1, 1, 2);
        try (AnnotationConfigApplicationContext beans = new AnnotationConfigApplicationContext()) {
            beans.addBeanFactoryPostProcessor(new LazyInitializationBeanFactoryPostProcessor());
            beans.register(CommonConfiguration.class);
            beans.registerBean(DynamoDbClient.class, backend::client, bean -> bean.setPrimary(true));
            beans.registerBean(TableSettings.class, () -> tables, bean -> bean.setPrimary(true));
            DynamoMetrics metrics = new DynamoMetrics(new SimpleMeterRegistry(), List.of());
            beans.registerBean(DynamoMetrics.class, () -> metrics, bean -> bean.setPrimary(true));
            beans.registerBean("storeGate", StorageGate.class, () -> FULL);
            beans.refresh();
            Stores stores = Stores.of(beans);
            assertThat(stores.recalls().notices().rows()).isEmpty();
            assertThat(stores.recalls().all(1_000).rows()).isEmpty();
            assertThatExceptionOfType(StorageException.class)
                    .isThrownBy(() -> stores.rooms().shards("seattle"))
                    .satisfies(failure -> assertThat(failure.kind()).isEqualTo(Kind.REJECTED));
        }
    }
}
