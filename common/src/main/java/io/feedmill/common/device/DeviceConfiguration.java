package io.feedmill.common.device;

import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.Dynamo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of device events. */
@Configuration(proxyBeanMethods = false)
class DeviceConfiguration {

    @Bean
    DeviceStore deviceStore(Dynamo dynamo, BatchWriter writer) {
        return new DynamoDeviceStore(dynamo, writer);
    }
}
