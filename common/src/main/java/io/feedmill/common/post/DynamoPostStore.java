package io.feedmill.common.post;

import io.feedmill.common.dynamo.Attributes;
import io.feedmill.common.dynamo.BatchWriter;
import io.feedmill.common.dynamo.BatchWriter.WriteOptions;
import io.feedmill.common.dynamo.Dynamo;
import io.feedmill.common.dynamo.PartitionQuery;
import io.feedmill.common.dynamo.Row;
import io.feedmill.common.dynamo.Table;
import io.feedmill.common.dynamo.TransactionResult;
import io.feedmill.common.dynamo.Update;
import io.feedmill.common.dynamo.Update.UpdateResult;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.key.VersionKey;
import io.feedmill.common.storage.Deadline;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.springframework.context.annotation.Bean;
import org.springframework.stereotype.Component;
import software.amazon.awssdk.services.dynamodb.model.AttributeValue;
import software.amazon.awssdk.services.dynamodb.model.WriteRequest;

/** Posts in the table {@code posts}. */
@Component
record DynamoPostStore(Dynamo dynamo, BatchWriter writer, List<PostStep> steps) implements PostStore {
    private static final int PAGE = 100;

    /** One Query from the metadata to the newest version: no older version lies between them. */
    @Override
    public Optional<Post> find(PostId id) {
        return PostRows.post(dynamo.query(PostRows.newest(id)).rows());
    }

    @Override
    public Optional<UserId> author(PostId id) {
        return PostRows.author(dynamo.query(PostRows.newest(id)).rows());
    }

    /** Those that are not the newest ones any more are read after it: an edit writes both at once. */
    @Override
    public Map<VersionId, Content> contents(Collection<VersionId> versions) {
        Map<VersionId, Content> found = new HashMap<>();
        add(found, versions.stream().map(VersionId::post).distinct().map(PostRows::newestKey));
        add(
                found,
                versions.stream()
                        .filter(id -> !found.containsKey(id))
                        .map(id -> PostRows.versionKey(id.post(), id.version())));
        found.keySet().retainAll(Set.copyOf(versions));
        return found;
    }

    private void add(Map<VersionId, Content> found, Stream<Map<String, AttributeValue>> keys) {
        dynamo.getAll(PostRows.TABLE, keys.toList())
                .forEach(row -> found.put(PostRows.versionId(row), PostRows.content(row)));
    }

    @Override
    public Optional<Document> document(PostId id) {
        List<Row> rows = dynamo.query(PostRows.newest(id)).rows();
        return PostRows.post(rows)
                .map(post ->
                        new Document(post, PostRows.metadata(rows.getFirst()), PostRows.readableFrom(rows.getLast())));
    }

    /**
     * A post has its newest version until it is erased, and is marked before. So the read stays true. A second attempt meets the same condition: it
     * does not depend on what the first may have written.
     */
    @Override
    public boolean putMetadata(Post post, Map<String, String> metadata, boolean unedited) {
        Update update = PostRows.putMetadata(post.id(), metadata);
        return unedited
                ? dynamo.transact(List.of(dynamo.write(update), PostRows.isUnedited(dynamo, post)))
                        instanceof TransactionResult.Committed
                : newest(post.id()).isPresent() && dynamo.update(update) instanceof UpdateResult.Updated;
    }

    private Optional<Version> newest(PostId id) {
        return dynamo.get(PostRows.TABLE, PostRows.newestKey(id)).map(PostRows::version);
    }

    /** The newest version comes first, and says which others are earlier: whatever edits follow, all these exist by then, and none is it. */
    @Override
    public VersionPage versions(PostId id, @Nullable Long after, int limit) {
        long last = after == null ? 0 : after;
        return newest(id)
                .filter(newest -> newest.number() > last)
                .map(newest -> versions(id, last, newest, limit))
                .orElse(new VersionPage(List.of(), null));
    }

    private VersionPage versions(PostId id, long after, Version newest, int limit) {
        List<Version> page = new ArrayList<>();
        if (newest.number() > after + 1) {
            PartitionQuery earlier = PartitionQuery.of(PostRows.TABLE, id.value())
                    .between(VersionKey.of(after + 1), VersionKey.of(newest.number() - 1))
                    .limit(limit);
            page.addAll(dynamo.query(earlier).map(PostRows::version));
        }
        long last = page.isEmpty() ? after : page.getLast().number();
        if (page.size() < limit && newest.number() == last + 1) {
            page.add(newest);
            return new VersionPage(page, null);
        }
        boolean erased = page.isEmpty();
        return new VersionPage(page, erased ? null : Long.valueOf(last));
    }

    @Override
    public Optional<Version> version(PostId id, long number) {
        return newest(id)
                .filter(newest -> newest.number() >= number)
                .flatMap(newest -> newest.number() == number
                        ? Optional.of(newest)
                        : dynamo.get(PostRows.TABLE, PostRows.versionKey(id, number))
                                .map(PostRows::version));
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

    @Bean
    static Table postsTable() {
        return PostRows.TABLE;
    }
}
