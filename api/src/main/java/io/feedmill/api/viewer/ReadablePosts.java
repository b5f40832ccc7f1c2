package io.feedmill.api.viewer;

import io.feedmill.api.id.ClientIds;
import io.feedmill.api.problem.ProblemException;
import io.feedmill.common.key.UserId;
import io.feedmill.common.post.Document;
import io.feedmill.common.post.DocumentStore;
import io.feedmill.common.post.Post;
import io.feedmill.common.post.PostHead;
import io.feedmill.common.post.PostStore;
import org.jspecify.annotations.Nullable;
import org.springframework.stereotype.Component;

/** Single posts, for who may read them. To anybody else there is no such post: not even that it exists is told. */
@Component
public final class ReadablePosts {
    private final PostStore posts;
    private final DocumentStore documents;
    private final Viewing viewing;

    public ReadablePosts(PostStore posts, DocumentStore documents, Viewing viewing) {
        this.posts = posts;
        this.documents = documents;
        this.viewing = viewing;
    }

    /**
     * The post, as the parameter {@code viewer} (null: absent) may read it.
     *
     * @throws ProblemException 404 if they may not, or there is none; 400 if the viewer is no user's id
     */
    public Post post(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        return posts.find(ClientIds.post(id))
                .filter(post -> viewing.mayRead(post.head(), reader))
                .orElseThrow(ClientIds::noSuchPost);
    }

    /** As {@link #post}, at a smaller price without its text. */
    public PostHead head(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        return posts.head(ClientIds.post(id))
                .filter(head -> viewing.mayRead(head, reader))
                .orElseThrow(ClientIds::noSuchPost);
    }

    /** As {@link #post}, with its metadata. */
    public Document document(String id, @Nullable String viewer) {
        UserId reader = ClientIds.viewer(viewer);
        return documents
                .find(ClientIds.post(id))
                .filter(document -> viewing.mayRead(document.post().head(), reader))
                .orElseThrow(ClientIds::noSuchPost);
    }
}
