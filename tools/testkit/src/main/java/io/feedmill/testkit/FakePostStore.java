package io.feedmill.testkit;

import io.feedmill.common.key.PostId;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Content;
import io.feedmill.common.post.DocumentStore.Version;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.post.PostStore;
import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;

record FakePostStore(FakeTables tables) implements PostStore {
    @Override
    public Optional<Post> find(PostId id) {
        return Optional.ofNullable(tables.posts.get(id));
    }

    @Override
    public Optional<PostHead> head(PostId id) {
        return find(id).map(Post::head);
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
}
