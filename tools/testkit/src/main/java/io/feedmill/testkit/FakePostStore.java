package io.feedmill.testkit;

import io.feedmill.common.key.PostId;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.post.PostStore;
import java.util.Collection;
import java.util.HashSet;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.stream.Collectors;

final class FakePostStore implements PostStore {
    private final FakeTables tables;

    FakePostStore(FakeTables tables) {
        this.tables = tables;
    }

    @Override
    public Optional<Post> find(PostId id) {
        synchronized (tables) {
            return Optional.ofNullable(tables.posts.get(id));
        }
    }

    @Override
    public Optional<PostHead> head(PostId id) {
        return find(id).map(Post::head);
    }

    @Override
    public Map<PostId, String> texts(Collection<PostId> ids) {
        synchronized (tables) {
            return new HashSet<>(ids)
                    .stream()
                            .map(tables.posts::get)
                            .filter(Objects::nonNull)
                            .collect(Collectors.toUnmodifiableMap(Post::id, Post::text));
        }
    }
}
