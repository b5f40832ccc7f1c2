package io.feedmill.common.post;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.RowQuery.RowPage;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.post.DocumentStore.Document;
import io.feedmill.common.post.DocumentStore.Version;
import io.feedmill.common.post.DocumentStore.VersionPage;
import io.feedmill.common.storage.Deadline;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Documents in the table {@code posts}. */
record DynamoDocumentStore(Dynamo dynamo, BatchWriter writer, List<PostStep> steps) implements DocumentStore {
    private static final int PAGE = 100;

    @Override
    public Optional<Document> find(PostId id) {
        List<Row> rows = dynamo.query(PostRows.newest(id)).rows();
        return PostRows.post(rows)
                .map(post ->
                        new Document(post, PostRows.metadata(rows.getFirst()), PostRows.readableFrom(rows.getFirst())));
    }

    /** A second attempt meets the same condition: it does not depend on what the first may have written. */
    @Override
    public boolean putMetadata(PostId id, Map<String, String> metadata) {
        return dynamo.update(PostRows.putMetadata(id, metadata)) instanceof UpdateResult.Updated;
    }

    @Override
    public VersionPage versions(PostId id, @Nullable Long after, int limit) {
        PartitionQuery query = PartitionQuery.of(PostRows.TABLE, id.value())
                .between(VersionKey.of(1), VersionKey.of(VersionKey.MAX))
                .after(after == null ? null : VersionKey.of(after))
                .limit(limit);
        RowPage page = dynamo.query(query);
        return new VersionPage(page.map(PostRows::version), page.next(VersionKey::parse));
    }

    @Override
    public Optional<Version> version(PostId id, long number) {
        return dynamo.get(PostRows.TABLE, PostRows.versionKey(id, number)).map(PostRows::version);
    }

    /** The metadata names the place, so it is changed last: another attempt finds it. */
    @Override
    public boolean erase(PostId id, Deadline deadline) {
        Optional<Row> head =
                dynamo.get(PostRows.TABLE, PostRows.metadataKey(id)).filter(PostRows::isRetracted);
        if (head.isEmpty()) {
            return true;
        }
        Place place = PostRows.place(head.get());
        steps.forEach(step -> step.erase(id, place));
        if (!eraseVersions(id, WriteOptions.bulk(deadline))) {
            return false;
        }
        dynamo.update(PostRows.eraseMetadata(id));
        return true;
    }

    /** Each page is read after the one before is deleted: another attempt finds less. */
    private boolean eraseVersions(PostId id, WriteOptions options) {
        PartitionQuery page =
                PartitionQuery.of(PostRows.TABLE, id.value()).sortKeys().limit(PAGE);
        while (options.allowAnotherCall()) {
            List<WriteRequest> deletes = dynamo.queryAll(page).rows().stream()
                    .filter(row -> !PostRows.isMetadata(row))
                    .map(row -> Attributes.key(id.value(), row.sk()).map())
                    .map(BatchWriter::delete)
                    .toList();
            if (deletes.isEmpty()) {
                return true;
            }
            if (!writer.write(PostRows.TABLE, deletes, options).complete()) {
                return false;
            }
        }
        return false;
    }
}
