package io.feedmill.common.report;

import io.feedmill.common.dynamo.Dynamo;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The stores of reports. */
@Configuration(proxyBeanMethods = false)
class ReportConfiguration {

    @Bean
    ReportStores reportStores(Dynamo dynamo, Clock clock) {
        return new ReportStores(
                new DynamoReportStore(dynamo), new DynamoCheckpointStore(dynamo), new DynamoLeaseStore(dynamo, clock));
    }
}
