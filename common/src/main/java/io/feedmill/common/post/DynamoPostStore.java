package io.feedmill.common.post;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.VersionKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Posts in the table {@code posts}. */
final class DynamoPostStore implements PostStore {
    private final Dynamo dynamo;

    DynamoPostStore(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    /** One Query from the metadata to the newest version: no older version lies between them. */
    @Override
    public Optional<Post> find(PostId id) {
        List<Row> rows = dynamo.query(
                        PartitionQuery.of(Table.POSTS, id.value()).between(PostRows.METADATA, VersionKey.NEWEST))
                .rows();
        boolean live = !rows.isEmpty() && !rows.getFirst().has(PostRows.RETRACTED);
        return live ? Optional.of(PostRows.post(rows.getLast())) : Optional.empty();
    }

    @Override
    public Optional<String> author(PostId id) {
        return dynamo.get(Table.POSTS, PostRows.metadataKey(id))
                .filter(row -> !row.has(PostRows.RETRACTED))
                .map(PostRows::author);
    }

    @Override
    public Map<PostId, String> texts(Collection<PostId> ids) {
        return dynamo.getAll(Table.POSTS, ids.stream().map(PostRows::newestKey).toList()).stream()
                .map(PostRows::post)
                .collect(Collectors.toMap(Post::id, Post::text));
    }
}
