package io.feedmill.testkit;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.key.PostId;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.DocumentStore.Document;
import io.feedmill.common.post.DocumentStore.Version;
import io.feedmill.common.post.DocumentStore.VersionPage;
import io.feedmill.common.post.Post;
import io.feedmill.common.storage.Deadline;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

record FakeDocumentStore(FakeTables tables) implements DocumentStore {
    @Override
    public Optional<Document> find(PostId id) {
        Post post = tables.posts.get(id);
        return Optional.ofNullable(post)
                .map(p -> new Document(
                        p,
                        tables.metadata.getOrDefault(id, Collections.emptySortedMap()),
                        tables.readableFrom.getOrDefault(id, 1L)));
    }

    @Override
    public boolean putMetadata(PostId id, Map<String, String> metadata) {
        boolean stands = tables.posts.containsKey(id);
        if (stands) {
            tables.metadata.put(id, Collections.unmodifiableSortedMap(new TreeMap<>(metadata)));
        }
        return stands;
    }

    @Override
    public VersionPage versions(PostId id, @Nullable Long after, int limit) {
        NavigableMap<Long, Version> rest = tables.versions(id).tailMap(after == null ? 0 : after, false);
        List<Version> shown = rest.values().stream().limit(limit).toList();
        return new VersionPage(shown, rest.size() > limit ? shown.getLast().number() : null);
    }

    @Override
    public Optional<Version> version(PostId id, long number) {
        return Optional.ofNullable(tables.versions(id).get(number));
    }

    @Override
    public boolean erase(PostId id, Deadline deadline) {
        if (tables.retracted.containsKey(id)) {
            if (!deadline.hasRoomFor(DynamoClients.CALL_TIMEOUT)) {
                return false;
            }
            tables.versions(id).clear();
            tables.metadata.remove(id);
            tables.removePlace(id);
        }
        return true;
    }
}
