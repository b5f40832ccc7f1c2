package io.feedmill.common.room;

import io.feedmill.common.dynamo.Dynamo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The store of rooms. */
@Configuration(proxyBeanMethods = false)
class RoomConfiguration {

    @Bean
    RoomStore roomStore(Dynamo dynamo) {
        return new DynamoRoomStore(dynamo);
    }
}
