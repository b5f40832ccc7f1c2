package io.feedmill.api;

import io.feedmill.common.key.JobId;
import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.Post;
import io.feedmill.common.publish.Change;
import io.feedmill.common.publish.PostStore;
import io.feedmill.common.storage.Deadline;
import java.util.Collection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;

/** Posts whose reads fail if a test asks for it. */
public final class BrokenPosts implements PostStore {
    private final PostStore posts;
    private final Map<PostId, RuntimeException> failures = new ConcurrentHashMap<>();
    private final Map<PostId, Integer> reads = new ConcurrentHashMap<>();

    BrokenPosts(PostStore posts) {
        this.posts = posts;
    }

    public void failWith(PostId id, RuntimeException failure) {
        failures.put(id, failure);
    }

    /** Returns how often the post was read. */
    public int reads(PostId id) {
        return reads.getOrDefault(id, 0);
    }

    @Override
    public Optional<Post> find(PostId id) {
        reads.merge(id, 1, Integer::sum);
        if (failures.containsKey(id)) {
            throw failures.get(id);
        }
        return posts.find(id);
    }

    @Override
    public PublishResult publish(Post post, @Nullable String idempotencyKey) {
        return posts.publish(post, idempotencyKey);
    }

    @Override
    public ChangeResult change(Post post, Change change, JobId job) {
        return posts.change(post, change, job);
    }

    @Override
    public Optional<UserId> author(PostId id) {
        reads.merge(id, 1, Integer::sum);
        return posts.author(id);
    }

    @Override
    public Map<VersionId, Content> contents(Collection<VersionId> versions) {
        return posts.contents(versions);
    }

    @Override
    public Optional<Document> document(PostId id) {
        return posts.document(id);
    }

    @Override
    public boolean putMetadata(Post post, Map<String, String> metadata, boolean unedited) {
        return posts.putMetadata(post, metadata, unedited);
    }

    @Override
    public VersionPage versions(PostId id, @Nullable Long after, int limit) {
        return posts.versions(id, after, limit);
    }

    @Override
    public Optional<Version> version(PostId id, long number) {
        return posts.version(id, number);
    }

    @Override
    public boolean erase(PostId id, Deadline deadline) {
        return posts.erase(id, deadline);
    }
}
