package io.feedmill.api;

import io.feedmill.common.CommonConfiguration;
import io.feedmill.common.time.Schedules;
import io.feedmill.common.trace.TraceBeans;
import org.springframework.boot.SpringApplication;
import org.springframework.boot.autoconfigure.SpringBootApplication;
import org.springframework.boot.context.properties.ConfigurationPropertiesScan;
import org.springframework.context.annotation.Import;

/** The API process. */
@SpringBootApplication(proxyBeanMethods = false)
@ConfigurationPropertiesScan
@Import({CommonConfiguration.class, TraceBeans.class, Schedules.class})
public class FeedmillApi {

    public static void main(String[] args) {
        SpringApplication.run(FeedmillApi.class, args);
    }
}
