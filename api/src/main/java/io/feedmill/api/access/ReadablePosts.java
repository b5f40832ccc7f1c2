package io.feedmill.api.access;

import io.feedmill.api.http.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.DocumentStore.Document;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.Post.PostHead;
import io.feedmill.common.post.PostStore;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Reads posts for viewers who may read them. For all others the post does not exist. */
@Component
public final class ReadablePosts {
    private final PostStore posts;
    private final DocumentStore documents;
    private final ReadAccess access;

    public ReadablePosts(PostStore posts, DocumentStore documents, ReadAccess access) {
        this.posts = posts;
        this.documents = documents;
        this.access = access;
    }

    /**
     * Returns the post.
     *
     * @param viewer the parameter {@code viewer}; null if it is absent
     * @throws ProblemException 404 if the post does not exist or the viewer may not read it; 400 if the viewer's id is
     *     invalid
     */
    public Post post(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        return posts.find(ClientIds.post(id))
                .filter(post -> access.mayRead(post.head(), reader))
                .orElseThrow(ClientIds::postNotFound);
    }

    /** Returns the post without its text, for fewer read units; throws as {@link #post}. */
    public PostHead head(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        return posts.head(ClientIds.post(id))
                .filter(head -> access.mayRead(head, reader))
                .orElseThrow(ClientIds::postNotFound);
    }

    /** Returns the post with its metadata; throws as {@link #post}. */
    public Document document(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        return documents
                .find(ClientIds.post(id))
                .filter(document -> access.mayRead(document.post().head(), reader))
                .orElseThrow(ClientIds::postNotFound);
    }
}
