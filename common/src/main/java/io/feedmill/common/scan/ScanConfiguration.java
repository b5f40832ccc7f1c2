package io.feedmill.common.scan;

import io.feedmill.common.dynamo.Dynamo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of scans. */
@Configuration(proxyBeanMethods = false)
class ScanConfiguration {

    @Bean
    ScanStore scanStore(Dynamo dynamo) {
        return ScanStore.in(dynamo);
    }
}
