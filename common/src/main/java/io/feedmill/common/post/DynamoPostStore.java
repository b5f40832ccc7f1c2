package io.feedmill.common.post;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post.PostHead;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;

/** Posts in the table {@code posts}. */
final class DynamoPostStore implements PostStore {
    private final Dynamo dynamo;

    DynamoPostStore(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    /** One Query from the metadata to the newest version: no older version lies between them. */
    @Override
    public Optional<Post> find(PostId id) {
        return PostRows.post(dynamo.query(PostRows.newest(id)).rows());
    }

    @Override
    public Optional<PostHead> head(PostId id) {
        return PostRows.head(dynamo.query(PostRows.headOf(id)).rows());
    }

    @Override
    public Map<PostId, String> texts(Collection<PostId> ids) {
        return dynamo.getAll(Table.POSTS, ids.stream().map(PostRows::newestKey).toList()).stream()
                .collect(Collectors.toMap(
                        row -> PostId.parse(row.pk()),
                        row -> PostRows.version(row).text()));
    }

    /** The stores of posts and of their documents. */
    @Configuration(proxyBeanMethods = false)
    static class PostConfiguration {

        @Bean
        PostStore postStore(Dynamo dynamo) {
            return new DynamoPostStore(dynamo);
        }

        @Bean
        DocumentStore documentStore(Dynamo dynamo) {
            return new DynamoDocumentStore(dynamo);
        }
    }
}
