package io.feedmill.common.post;

import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.post.DocumentStore.Document;
import io.feedmill.common.post.DocumentStore.VersionPage;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Documents in the table {@code posts}. */
final class DynamoDocumentStore implements DocumentStore {
    private final Dynamo dynamo;

    DynamoDocumentStore(Dynamo dynamo) {
        this.dynamo = dynamo;
    }

    @Override
    public Optional<Document> find(PostId id) {
        List<Row> rows = dynamo.query(PostRows.newest(id)).rows();
        return PostRows.post(rows).map(post -> new Document(post, PostRows.metadata(rows.getFirst())));
    }

    /** A second attempt meets the same condition: it does not depend on what the first may have written. */
    @Override
    public boolean putMetadata(PostId id, Map<String, String> metadata) {
        return switch (dynamo.update(PostRows.putMetadata(id, metadata))) {
            case UpdateResult.Updated updated -> true;
            case UpdateResult.ConditionFailed gone -> false;
            case UpdateResult.Unclear gone -> false;
        };
    }

    @Override
    public VersionPage versions(PostId id, @Nullable Long after, int limit) {
        PartitionQuery query = PartitionQuery.of(Table.POSTS, id.value())
                .between(VersionKey.of(1), VersionKey.of(VersionKey.MAX))
                .after(after == null ? null : VersionKey.of(after))
                .limit(limit);
        RowPage page = dynamo.query(query);
        String next = page.next();
        return new VersionPage(
                page.rows().stream().map(PostRows::version).toList(), next == null ? null : VersionKey.parse(next));
    }
}
