package io.feedmill.common.post;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.post.Post.PostHead;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.springframework.context.annotation.Bean;
import org.springframework.context.annotation.Configuration;
import org.springframework.context.annotation.Import;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;

/** Posts in the table {@code posts}. */
record DynamoPostStore(Dynamo dynamo) implements PostStore {
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
    public Optional<UserId> author(PostId id) {
        return dynamo.get(PostRows.TABLE, PostRows.metadataKey(id)).map(PostRows::author);
    }

    @Override
    public Map<VersionId, Content> contents(Collection<VersionId> versions) {
        List<Map<String, AttributeValue>> keys = versions.stream()
                .map(id -> PostRows.versionKey(id.post(), id.version()))
                .toList();
        return dynamo.getAll(PostRows.TABLE, keys).stream()
                .collect(Collectors.toMap(
                        row -> new VersionId(PostId.parse(row.pk()), VersionKey.parse(row.sk())), PostRows::content));
    }

    /** The stores of posts and of their documents. */
    @Configuration(proxyBeanMethods = false)
    @Import({DynamoPostStore.class, DynamoDocumentStore.class})
    static class PostConfiguration {
        @Bean
        Table postsTable() {
            return PostRows.TABLE;
        }
    }
}
