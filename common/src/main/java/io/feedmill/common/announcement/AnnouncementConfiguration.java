package io.feedmill.common.announcement;

import io.feedmill.common.dynamo.Dynamo;
import java.time.Clock;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of announcements. */
@Configuration(proxyBeanMethods = false)
class AnnouncementConfiguration {

    @Bean
    AnnouncementStore announcementStore(Dynamo dynamo, Clock clock) {
        return new DynamoAnnouncementStore(dynamo, clock);
    }
}
