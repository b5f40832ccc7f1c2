package io.feedmill.testkit;

import io.feedmill.common.dynamo.DynamoClients;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostStore;
import io.feedmill.common.post.PostStore.Document;
import io.feedmill.common.post.PostStore.Version;
import io.feedmill.common.post.PostStore.VersionPage;
import io.feedmill.common.storage.Deadline;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableMap;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

record FakePostStore(FakeTables tables) implements PostStore {
    @Override
    public Optional<Post> find(PostId id) {
        return Optional.ofNullable(tables.posts.get(id));
    }

    @Override
    public Optional<UserId> author(PostId id) {
        return Optional.ofNullable(tables.posts.get(id))
                .map(Post::author)
                .or(() -> Optional.ofNullable(tables.retracted.get(id)));
    }

    @Override
    public Map<VersionId, Content> contents(Collection<VersionId> versions) {
        Map<VersionId, Content> found = new HashMap<>();
        for (VersionId id : versions) {
            Version version = tables.versions(id.post()).get(id.version());
            if (version != null) {
                found.put(id, version.content());
            }
        }
        return found;
    }

    @Override
    public Optional<Document> document(PostId id) {
        Post post = tables.posts.get(id);
        return Optional.ofNullable(post)
                .map(p -> new Document(
                        p,
                        tables.metadata.getOrDefault(id, Collections.emptySortedMap()),
                        tables.readableFrom.getOrDefault(id, 1L)));
    }

    @Override
    public boolean putMetadata(Post post, Map<String, String> metadata, boolean unedited) {
        Post newest = tables.posts.get(post.id());
        boolean stands = newest != null && !(unedited && newest.version() != post.version());
        if (stands) {
            tables.metadata.put(post.id(), Collections.unmodifiableSortedMap(new TreeMap<>(metadata)));
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
