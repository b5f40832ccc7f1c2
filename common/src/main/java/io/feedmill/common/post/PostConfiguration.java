package io.feedmill.common.post;

import io.feedmill.common.dynamo.Dynamo;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** The stores of posts and of their documents. */
@Configuration(proxyBeanMethods = false)
class PostConfiguration {

    @Bean
    PostStore postStore(Dynamo dynamo) {
        return new DynamoPostStore(dynamo);
    }

    @Bean
    DocumentStore documentStore(Dynamo dynamo) {
        return new DynamoDocumentStore(dynamo);
    }
}
