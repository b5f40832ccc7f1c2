package io.feedmill.common.partition;

import io.feedmill.common.dynamo.Dynamo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of scans. */
@Configuration(proxyBeanMethods = false)
class PartitionConfiguration {

    @Bean
    ScanStore scanStore(Dynamo dynamo) {
        return ScanStore.in(dynamo);
    }
}
